import type { ParsedResult } from 'chrono-node';
import { daysFrom } from '../day.ts';
import { fold } from '../fold.ts';
import { nextSuchDay, yearsAfter } from './next-such-day.ts';
import { numericDay, type NumericOrder } from './numeric.ts';

/** How a language writes the days that people put after the words of an item. */
type DateLanguage = {
	chrono: { parse(text: string, reference: Date): ParsedResult[] };
	/** What may stand before a date and belongs to it: "on", "by". */
	before: readonly string[];
	/** Words after which a date is a part of what is meant: "until", "every", "Black". White space parts them. */
	leading: string;
	/** Days that mean something else as well: "sun", and "am Morgen", which is also "in the morning". In lower case. */
	doubtful: readonly string[];
	/** Counts of days and weeks from today: "in 3 days". Chrono also takes others for certain: "next week", "in a few days". */
	counted: RegExp;
	/** How many days from today, for words that chrono does not know. */
	ahead?: Readonly<Record<string, number>>;
	/** Spells words as chrono knows them. */
	spelled?: (words: string) => string;
	order: NumericOrder;
};

export type DateReader = {
	/** The day that all of these words together name; undefined where that is not certain. It and `today` are YYYY-MM-DD. */
	dayOf(words: string, today: string): string | undefined;
	isLeading(word: string): boolean;
};

/** Reads dates in one language. A time of day, a range, a day that has passed and a month without its day are no dates. */
export function dateReader(language: DateLanguage): DateReader {
	const before = new Set(language.before.map(fold));
	const leading = new Set(fold(language.leading).split(/\s+/));
	const doubtful = new Set(language.doubtful);
	const ahead = new Map(
		Object.entries(language.ahead ?? {}).map(([words, count]) => [fold(words), count])
	);

	function dayOf(written: string, today: string): string | undefined {
		const words = withoutBefore(plain(written));
		const known = daysAhead(words, today) ?? numericDay(words, today, language.order);
		if (known || !/\p{L}/u.test(words)) return known;
		const [, first = '', rest = ''] = /^(\p{L}+)[.,،]{0,2} (.+)$/u.exec(words) ?? [];
		const weekday = rest ? weekdayOf(first, today) : undefined;
		return weekday === undefined ? worded(words, today) : dayOn(weekday, rest, today);
	}

	function withoutBefore(words: string): string {
		const [first = '', ...rest] = words.split(' ');
		const isBefore = rest.length > 0 && before.has(fold(first)) && !doubtful.has(words);
		return isBefore ? withoutBefore(rest.join(' ')) : words;
	}

	function daysAhead(words: string, today: string): string | undefined {
		const count = ahead.get(fold(words));
		return count === undefined ? undefined : daysFrom(today, 1, count)[0];
	}

	/** "Sat, 26 December": both have to say the same day. */
	function dayOn(weekday: number, rest: string, today: string): string | undefined {
		const day = dayOf(rest, today);
		return day && new Date(day).getUTCDay() === weekday ? day : undefined;
	}

	function worded(words: string, today: string): string | undefined {
		const word = words.replace(/\.$/, '');
		if (doubtful.has(word)) return undefined;
		const weekday = weekdayOf(word, today);
		if (weekday !== undefined) return nextWeekday(weekday, today);
		const start = parsed(words, today)?.start;
		if (!start?.isCertain('day') || !start.isCertain('month')) return undefined;
		if (start.tags().has('result/relativeDate') && !language.counted.test(words)) return undefined;
		const [month, day] = [start.get('month') ?? 0, start.get('day') ?? 0];
		const years = start.isCertain('year') ? [start.get('year') ?? 0] : yearsAfter(today);
		return nextSuchDay(years, month, day, today);
	}

	function weekdayOf(word: string, today: string): number | undefined {
		if (/[^\p{L}\p{M}]/u.test(word)) return undefined;
		const { start } = parsed(word, today) ?? {};
		// Chrono takes a weekend for a Saturday.
		if (!start?.isCertain('weekday') || start.isCertain('day') || /week-?end$/.test(word))
			return undefined;
		return start.get('weekday') ?? undefined;
	}

	/** What chrono makes of all of the words, where that is one day. */
	function parsed(words: string, today: string): ParsedResult | undefined {
		const spelled = language.spelled?.(words) ?? words;
		const [result, ...others] = language.chrono.parse(spelled, noonOf(today));
		if (!result || others.length > 0 || result.end || result.index > 0) return undefined;
		if (result.text.length < spelled.replace(/\.$/, '').length) return undefined;
		const { start } = result;
		return start.isCertain('hour') || start.get('hour') !== 12 ? undefined : result;
	}

	return { dayOf, isLeading: (word) => leading.has(fold(plain(word))) };
}

/** The next such weekday after today. */
function nextWeekday(weekday: number, today: string): string | undefined {
	return daysFrom(today, 7, 1).find((day) => new Date(day).getUTCDay() === weekday);
}

/** Chrono counts in the time zone of this machine. Noon exists there on every day. */
function noonOf(today: string): Date {
	const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
	return new Date(year, month - 1, day, 12);
}

const plain = (words: string): string =>
	words
		.normalize('NFC')
		.toLowerCase()
		// Arabic dates are shown with marks of their direction.
		.replace(/[\u200e\u200f\u061c]/g, '')
		.replaceAll('’', "'")
		.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
