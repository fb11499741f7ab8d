import * as m from '../../paraglide/messages.js';
import { cached } from './cached.ts';
import { locale } from './language.ts';

/** How long ago, in words: "2 minutes ago", "1 day ago"; within a minute "just now". Up to two days ago need not be yesterday. */
export function relativeTime(timestamp: string, now: Date): string {
	const seconds = Math.max(0, (now.getTime() - Date.parse(timestamp)) / 1000);
	const [unit, length] = units.find(([, length]) => seconds >= length) ?? [];
	if (!unit || !length) return m.just_now();
	return near(locale()).format(-Math.floor(seconds / length), unit);
}

/** The calendar day of a moment where the member is: "20 Feb 2027". */
export function dayOf(moment: string | Date, timeZone: string): string {
	return dateIn(locale(), timeZone).format(new Date(moment));
}

/** The same with the time, to the second: "20 Feb 2027, 09:41:08". */
export function secondOf(moment: string | Date, timeZone: string): string {
	return timeIn(locale(), timeZone).format(new Date(moment));
}

const near = cached((language) => new Intl.RelativeTimeFormat(language));
const dateIn = cached(
	(language, timeZone) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
);
const timeIn = cached(
	(language, timeZone) =>
		new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
);

const units = [
	['year', 31_536_000],
	['month', 2_592_000],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60]
] as const;
