import { fold, foldLetters } from '../../client/format/fold.ts';

export { fold };

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counted as a person counts: a flag, a family or a letter with its accents is one. */
export function countCharacters(text: string): number {
	// Nearly every text is plain ASCII, where each code unit is a character. The segmenter would find the same, slowly.
	if (/^[\x20-\x7e]*$/.test(text)) return text.length;
	let count = 0;
	for (const _ of characters.segment(text)) count += 1;
	return count;
}

/** RFC 3339 in UTC with milliseconds and `Z`, from a date or from what SQLite stores; unset is "". */
export function timestamp(value: Date | string | null | undefined): string {
	if (!value) return '';
	// What is RFC 3339 in UTC already is not read as a Date.
	if (typeof value === 'string' && inUtc.test(value)) return `${value.slice(0, 23)}Z`;
	return (typeof value === 'string' ? new Date(asUtc(value)) : value).toISOString();
}

const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|\+00:00)$/;

const asUtc = (stored: string): string =>
	/(Z|[+-]\d\d:\d\d)$/.test(stored) ? stored : `${stored.replace(' ', 'T')}Z`;

/** The words of a text, folded and parted by single spaces: what full text search and sorting by name look at. */
export function wordsOf(text: string): string {
	const words = foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	return words
		.map((word) => word.slice(0, longestWord))
		.join(' ')
		.toWellFormed();
}

/** Postgres refuses to index longer ones; no language has words so long. */
const longestWord = 200;
