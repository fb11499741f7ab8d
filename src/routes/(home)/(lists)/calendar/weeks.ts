import { daysFrom, isDay } from '$lib/client/format/day';

/** As many labels as fit into the square of a day. */
export const mostLabels = 3;

/** The whole weeks that hold the month of a day. They begin on the first weekday of the locale. */
export function weeksOf(day: string, locale: string): string[][] {
	const first = `${day.slice(0, 7)}-01`;
	const before = (weekdayOf(first) - firstWeekdayOf(locale) + 7) % 7;
	const weekCount = Math.ceil((before + dayCountOf(first)) / 7);
	return Array.from({ length: weekCount }, (_, week) => daysFrom(first, 7, 7 * week - before));
}

/** Whether all days of its weeks are written YYYY-MM-DD: at the ends of the calendar some are not. */
export const isShown = (day: string, locale: string): boolean =>
	isDay(day) && weeksOf(day, locale).flat().every(isDay);

/** The first day of the month that is `months` later than that of `day`, or earlier where `months` is negative. */
export function monthAfter(day: string, months: number): string {
	const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() + months);
	return date.toISOString().slice(0, 10);
}

/** How many days the month has that begins on this day. */
function dayCountOf(first: string): number {
	const date = new Date(first);
	date.setUTCMonth(date.getUTCMonth() + 1, 0);
	return date.getUTCDate();
}

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The first weekday of the locale, 1 for Monday to 7; Monday where the platform does not say. */
function firstWeekdayOf(locale: string): number {
	const known: { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
	return known.getWeekInfo?.().firstDay ?? 1;
}
