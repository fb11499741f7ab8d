import { locale } from '$lib/client/format/language';
import * as m from '$lib/paraglide/messages';

/** The spans of time that the form offers to undo, the shortest first. */
export const choices = () => [
	{ value: 'hour', label: m.since_last_hour() },
	{ value: 'today', label: m.since_today() },
	{ value: 'week', label: m.since_last_week() },
	{ value: 'moment', label: m.since_moment() }
];

/** The moment behind a choice of the form; undefined where there is none. Days begin in the member's time zone. */
export function sinceOf(fields: URLSearchParams, now: Date, zone: string): Date | undefined {
	switch (fields.get('since')) {
		case 'hour':
			return new Date(now.getTime() - hour);
		case 'today':
			return momentIn(zone, `${localTime(now, zone).slice(0, 10)}T00:00`);
		case 'week':
			return new Date(now.getTime() - 7 * day);
		case 'moment':
			return momentIn(zone, fields.get('moment') ?? '');
	}
	return undefined;
}

/** "20 Nov 2026, 09:41", where the member is. */
export function momentWords(moment: Date, timeZone: string): string {
	const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat(locale(), format).format(moment);
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The moment at which a clock in that zone shows `wall`, which is what a browser's field for a date and a time sends. Where the
 * clock shows it twice, the first of the two. Where the clock skips it, the moment that is as long after the change as `wall` is.
 */
function momentIn(zone: string, wall: string): Date | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wall)) return undefined;
	const wanted = Date.parse(`${wall}Z`);
	// A clock's distance from UTC as it is a day before and a day after, since it may change in between.
	const [first, last] = [momentNear(wanted - day), momentNear(wanted + day)];
	// At the ends of the calendar a clock shows a year without four digits.
	if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
	return new Date([first, last].find((moment) => shownAt(moment, zone) === wanted) ?? first);

	function momentNear(other: number): number {
		return wanted - (shownAt(other, zone) - other);
	}
}

/** What a clock in that zone shows, as the moment at which one in UTC shows the same. */
const shownAt = (moment: number, zone: string): number =>
	Number.isNaN(moment) ? moment : Date.parse(`${localTime(new Date(moment), zone)}Z`);

/** "2026-11-20T09:41:08", as a clock in that zone shows it. */
function localTime(moment: Date, timeZone: string): string {
	const format = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(moment).replace(' ', 'T');
}
