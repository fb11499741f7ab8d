import { daysFrom } from '$lib/client/format/day';

/** The whole weeks that hold the month of a day. They begin on the first weekday of the locale. */
export function weeksOf(day: string, locale: string): string[][] {
	const first = `${day.slice(0, 7)}-01`;
	const before = (weekdayOf(first) - firstWeekdayOf(locale) + 7) % 7;
	const [begin = first] = daysFrom(first, 1, -before);
	const last = lastOf(first);
	const weeks: string[][] = [];
	for (let start = begin; start <= last; start = daysFrom(start, 1, 7)[0] ?? '')
		weeks.push(daysFrom(start, 7));
	return weeks;
}

/** The first day of the month that is so many months later, or earlier where `months` is negative. */
export function monthAfter(day: string, months: number): string {
	const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() + months);
	return date.toISOString().slice(0, 10);
}

const lastOf = (first: string): string => daysFrom(monthAfter(first, 1), 1, -1)[0] ?? first;

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The first weekday of the locale, 1 for Monday to 7; Monday where the platform does not say. */
function firstWeekdayOf(locale: string): number {
	const known: { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
	return known.getWeekInfo?.().firstDay ?? 1;
}
