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

it.each([
	['on a day that begins at one', '2026-09-06T12:00:00Z', 'America/Santiago', '04:00'],
	['on such a day, shortly after one', '2026-03-29T01:00:01Z', 'Atlantic/Azores', '01:00'],
	['on such a day east of Greenwich', '2026-04-24T12:00:00Z', 'Africa/Cairo', '22:00'],
	['on a day with two midnights', '2026-11-01T12:00:00Z', 'America/Havana', '04:00'],
	['on the day on which summer time ends', '2026-10-25T12:00:00Z', 'Europe/Berlin', '22:00'],
	['on any other', '2026-11-20T09:00:00Z', 'Asia/Kathmandu', '18:15']
])('today begins %s when the day does: %s in %s', (_, at, zone, wanted) => {
	const moment = sinceOf(new URLSearchParams({ since: 'today' }), new Date(at), zone);
	expect(moment?.toISOString().slice(11, 16)).toBe(wanted);
});

it.each([
	['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
	['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
	['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
	['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
	['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
	['2011-12-30T10:00', 'Pacific/Apia', '2011-12-30T20:00:00.000Z']
])('%s in %s, which no clock shows or which clocks show twice, is %s', (moment, zone, wanted) =>
	expect(since(moment, zone)).toBe(wanted)
);
