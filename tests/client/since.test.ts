// The moment from which a token's changes are undone, as the form sends it.
import { expect, it } from 'vitest';
import { sinceOf } from '../../src/routes/(home)/settings/tokens/[tokenUid=uid]/since.ts';

const now = new Date('2026-11-20T09:00:00Z');
const since = (moment: string, zone: string) =>
	sinceOf(new URLSearchParams({ since: 'moment', moment }), now, zone)?.toISOString();

it.each([
	['2026-11-20T09:41', 'UTC', '2026-11-20T09:41:00.000Z'],
	['2026-11-20T09:41', 'Pacific/Kiritimati', '2026-11-19T19:41:00.000Z'],
	['2026-11-20T09:41', 'Etc/GMT+12', '2026-11-20T21:41:00.000Z'],
	['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z']
])('%s in %s is %s', (moment, zone, wanted) => expect(since(moment, zone)).toBe(wanted));

it.each(['0000-01-01T00:00', '0001-01-01T00:00', '2026-02-30T00:00x', '2026-01-01T25:00', 'x'])(
	'%s is no moment',
	(moment) => expect(since(moment, 'Europe/Berlin')).toBeUndefined()
);

it('the last minute of the calendar is no moment where the day begins before that of UTC', () => {
	expect(since('9999-12-31T23:59', 'Pacific/Kiritimati')).toBeUndefined();
});
