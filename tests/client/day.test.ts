import { expect, it } from 'vitest';
import { dayAt, isTimeZone } from '../../src/lib/client/format/day.ts';

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
	const formats = Intl.DateTimeFormat.prototype;
	const format = Object.getOwnPropertyDescriptor(formats, 'format') ?? {};
	Object.defineProperty(formats, 'format', { ...format, get: () => () => '02/03/2026' });
	try {
		expect(dayAt(moment, 'UTC')).toBe('2026-02-03');
	} finally {
		Object.defineProperty(formats, 'format', format);
	}
});

it('knows which time zones there are', () => {
	expect(isTimeZone('Europe/Berlin')).toBe(true);
	expect(isTimeZone('Europe/Nowhere')).toBe(false);
});
