/** A line of a checklist: what stands before its checkbox, and the checkbox. */
const listed = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])[\s>]+)+\[([ xX])\](?=[ \t]+\S)/;
/** A line that may be of a checklist, as a parser has to say: the bullet may stand on a line above. */
const checkbox = /^((?:[\s>]|[-+*]|\d{1,9}[.)])*)\[([ xX])\](?=[ \t]+\S)/;

/** Captures the line breaks as well, so that the text can be put together again unchanged. */
const breaks = /(\r\n?|\n)/;

/** Whether each checkbox is checked, by the number of its line, counted from 0. */
export function checkboxesIn(note: string): Map<number, boolean> {
	const signs = linesOf(note).map((line) => checkbox.exec(line)?.[2]);
	return new Map(signs.flatMap((sign, line) => (sign ? [[line, sign !== ' ']] : [])));
}

/** The note with the checkbox of one line checked or unchecked, and nothing else changed. */
export function withCheckbox(note: string, line: number, isChecked: boolean): string {
	const parts = note.split(breaks);
	const changed = parts[line * 2]?.replace(checkbox, `$1[${isChecked ? 'x' : ' '}]`);
	return changed === undefined ? note : parts.with(line * 2, changed).join('');
}

/** The note with the checkbox of one line turned over. */
export const withCheckboxTurned = (note: string, line: number): string =>
	withCheckbox(note, line, !checkboxesIn(note).get(line));

/** How much of its checklists is done, as far as that is seen without a parser. */
export function progressOf(note: string): { done: number; count: number } {
	const signs = linesOf(note).flatMap((line) => listed.exec(line)?.[1] ?? []);
	return { done: signs.filter((sign) => sign !== ' ').length, count: signs.length };
}

/** The lines of a note, with no checkbox checked. */
export const linesWithoutChecks = (note: string): string[] =>
	linesOf(note).map((line) => line.replace(checkbox, '$1[ ]'));

const linesOf = (note: string): string[] => note.split(/\r\n?|\n/);
