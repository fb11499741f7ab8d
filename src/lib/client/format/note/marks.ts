/** A line of a checklist: what stands before its mark, and the mark. */
const listed = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])[\s>]+)+\[([ xX])\](?=[ \t]+\S)/;
/** A line that may be of a checklist, as a parser has to say: the bullet may stand on a line above. */
const mark = /^((?:[\s>]|[-+*]|\d{1,9}[.)])*)\[([ xX])\](?=[ \t]+\S)/;

/** Captures the line breaks as well, so that the text can be put together again unchanged. */
const breaks = /(\r\n?|\n)/;

/** Whether each mark is set, by the number of its line, counted from 0. */
export function marksIn(note: string): Map<number, boolean> {
	const signs = linesOf(note).map((line) => mark.exec(line)?.[2]);
	return new Map(signs.flatMap((sign, line) => (sign ? [[line, sign !== ' ']] : [])));
}

/** The note with the mark of one line set or taken off, and nothing else changed. */
export function withMark(note: string, line: number, isSet: boolean): string {
	const parts = note.split(breaks);
	const changed = parts[line * 2]?.replace(mark, `$1[${isSet ? 'x' : ' '}]`);
	return changed === undefined ? note : parts.with(line * 2, changed).join('');
}

/** The note with the mark of one line turned over. */
export const withMarkTurned = (note: string, line: number): string =>
	withMark(note, line, !marksIn(note).get(line));

/** How much of its checklists is done, as far as that is seen without a parser. */
export function progressOf(note: string): { done: number; count: number } {
	const signs = linesOf(note).flatMap((line) => listed.exec(line)?.[1] ?? []);
	return { done: signs.filter((sign) => sign !== ' ').length, count: signs.length };
}

/** The lines of a note, with no mark set. */
export const unmarkedLines = (note: string): string[] =>
	linesOf(note).map((line) => line.replace(mark, '$1[ ]'));

const linesOf = (note: string): string[] => note.split(/\r\n?|\n/);
