import type { DateReader } from './dates/reader.ts';

export type Dated = { words: string; dueOn: string };

/** Takes the date off the end of a line; undefined where it may be part of the label, as after "every" or within an open quote. */
export function takeDate(line: string, reader: DateReader, today: string): Dated | undefined {
	const found = dateAtEnd(line, reader, today);
	if (!found || isUnfinished(found.words, reader)) return undefined;
	// Of two days in a row neither is certain.
	return dateAtEnd(found.words, reader, today) ? undefined : found;
}

const mostWords = 6;
const reach = 64;

function dateAtEnd(line: string, { dayOf }: DateReader, today: string): Dated | undefined {
	const words = line.slice(-reach).split(' ');
	// The first word may have been cut off by `reach`, and is never a part of the date.
	for (const count of counts(Math.min(mostWords, words.length - 1))) {
		const written = words.slice(-count).join(' ');
		const dueOn = dayOf(written, today);
		if (dueOn)
			return { words: line.slice(0, -written.length).trimEnd().replace(/[,،]$/, ''), dueOn };
	}
	return undefined;
}

const counts = (most: number): number[] => Array.from({ length: most }, (_, index) => most - index);

function isUnfinished(words: string, { isLeading }: DateReader): boolean {
	// A quote that is open keeps what is in it.
	if ((words.match(/["“”„«»]/g)?.length ?? 0) % 2 > 0) return true;
	const last = words.slice(-reach).split(' ').at(-1) ?? '';
	return isLeading(last) || timeOfDay.test(last);
}

const timeOfDay = /^\p{Nd}{1,2}(?:[:.h]\p{Nd}{2})?(?:h|am|pm)?$/iu;
