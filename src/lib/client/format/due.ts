import { dayAt } from './day.ts';
import { cached } from './cached.ts';

/**
 * A calendar day (YYYY-MM-DD) as it is said on the day `today`: "Today", "Yesterday", "Tomorrow", the weekday for the six
 * days to come, else the date, with its year when that is another one. Empty for no day.
 */
export function dueWords(dueOn: string, today: string, language: string): string {
	const words = dayWords(dueOn, today, language);
	return words === dueOn ? words : capital(words, language);
}

function dayWords(dueOn: string, today: string, language: string): string {
	const due = noonOf(dueOn);
	const now = noonOf(today);
	if (Number.isNaN(due) || Number.isNaN(now)) return dueOn;

	const days = (due - now) / day;
	if (days >= -1 && days <= 1) return near(language).format(days, 'day');
	if (days > 1 && days < 7) return weekday(language).format(due);
	return (dueOn.slice(0, 4) === today.slice(0, 4) ? date : mediumDate)(language).format(due);
}

/** A calendar day with its weekday: "Sunday, 22 November". */
export const wholeDay = (day: string, language: string): string =>
	capital(weekdayAndDate(language).format(new Date(day)), language);

/** A calendar day with its weekday and its year: "Sunday, 22 November 2026". */
export const wholeDayAndYear = (day: string, language: string): string =>
	wholeDate(language).format(new Date(day));

/** A calendar day with its year: "22 Nov 2026". */
export const dateAndYear = (day: string, language: string): string =>
	mediumDate(language).format(new Date(day));

/** A calendar day without its year and weekday: "22 November". */
export const dayOfYear = (day: string, language: string): string =>
	longDate(language).format(new Date(day));

/** Both are YYYY-MM-DD, so comparing the strings compares the days. */
export function isOverdue(dueOn: string, today: string): boolean {
	return dueOn !== '' && dueOn < today;
}

/**
 * When something was done, in words for the middle of a sentence: the time of day where that was today, else the day. Both
 * are in the time zone of the member, not of the server.
 */
export function doneWords(
	doneAt: string,
	today: string,
	language: string,
	timeZone: string
): string {
	const moment = Date.parse(doneAt);
	if (Number.isNaN(moment)) return '';
	const doneOn = dayAt(moment, timeZone);
	if (doneOn !== today) return dayWords(doneOn, today, language);
	return timeOfDay(language, timeZone).format(moment);
}

const day = 86_400_000;

const timeOfDay = cached(
	(language, timeZone) => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })
);
const near = cached((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** A day has no time zone: it is written as the day in UTC that it is read as. */
const daysAs = (options: Intl.DateTimeFormatOptions) =>
	cached((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
const weekday = daysAs({ weekday: 'long' });
const date = daysAs({ day: 'numeric', month: 'short' });
const longDate = daysAs({ day: 'numeric', month: 'long' });
const weekdayAndDate = daysAs({ weekday: 'long', day: 'numeric', month: 'long' });
const mediumDate = daysAs({ dateStyle: 'medium' });
const wholeDate = daysAs({ dateStyle: 'full' });

function noonOf(dueOn: string): number {
	return /^\d{4}-\d{2}-\d{2}$/.test(dueOn) ? Date.parse(`${dueOn}T12:00:00Z`) : Number.NaN;
}

export function capital(words: string, language: string): string {
	const [first = ''] = words;
	return first.toLocaleUpperCase(language) + words.slice(first.length);
}
