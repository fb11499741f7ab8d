import { afterEach, expect, it, vi } from 'vitest';
import { dayAt, isTimeZone } from '../../src/lib/client/format/day.ts';

afterEach(() => vi.restoreAllMocks());

const moment = Date.parse('2026-02-03T23:30:00Z');

it.each([
	['UTC', '2026-02-03'],
	['Europe/Berlin', '2026-02-04'],
	['America/Los_Angeles', '2026-02-03'],
	['Asia/Kolkata', '2026-02-04']
])('the day of a moment in %s', (zone, day) => {
	expect(dayAt(moment, zone)).toBe(day);
});

it('is the same whatever pattern the browser writes a date in, as WebKit on Debian writes 02/03/2026', () => {
	const written = vi.spyOn(Intl.DateTimeFormat.prototype, 'format', 'get');
	written.mockReturnValue(() => '02/03/2026');
	expect(dayAt(moment, 'UTC')).toBe('2026-02-03');
});

it('knows which time zones there are', () => {
	expect(isTimeZone('Europe/Berlin')).toBe(true);
	expect(isTimeZone('Europe/Nowhere')).toBe(false);
});
