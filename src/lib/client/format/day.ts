import { cached } from './cached.ts';

/** The calendar day of a moment in a time zone, YYYY-MM-DD. Throws RangeError where there is no such zone. */
export function dayAt(moment: Date | number, zone: string): string {
	const parts = calendarDay(zone).formatToParts(moment);
	const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
	return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Its parts alone are used: in which order they are written changes with the version of ICU, also for `en-CA`. */
const calendarDay = cached(
	(timeZone) =>
		new Intl.DateTimeFormat('en', {
			timeZone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit'
		})
);

export function isTimeZone(zone: string): boolean {
	try {
		dayAt(0, zone);
		return true;
	} catch {
		return false;
	}
}

/** The calendar day in a time zone now, YYYY-MM-DD. */
export const dayIn = (zone: string): string => dayAt(new Date(), zone);

/** So many days in a row, the first of them `offset` days after `day`. */
export const daysFrom = (day: string, count: number, offset = 0): string[] =>
	Array.from({ length: count }, (_, index) =>
		new Date(Date.parse(day) + (offset + index) * 86_400_000).toISOString().slice(0, 10)
	);

/** Whether it is a day of the calendar, YYYY-MM-DD, from the year 1 on. */
export const isDay = (text: string): boolean =>
	/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
	!Number.isNaN(Date.parse(text)) &&
	new Date(text).toISOString().startsWith(text);
