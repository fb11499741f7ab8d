import {
	firstWord,
	readDated,
	spacedOnce,
	withoutBox,
	withoutBullet,
	type TakeDate,
	type WrittenLine
} from './quick-add.ts';
import { isNotCounted } from './quick-add-words.ts';

const visible = /[^\s\p{Cc}\p{Cf}]/u;

/**
 * What many written lines ask for, one item each, as `readLine` reads one. Numbers before them ("1.", "2)") are taken off
 * too, and blank lines are dropped.
 */
export const readLines = (text: string, takeDate?: TakeDate): WrittenLine[] =>
	linesIn(text).map((line) => readDated(line, takeDate));

/** Whether these are more lines than the server adds at once. The device takes no more either: each is a change that waits. */
export const areTooMany = (text: string): boolean => linesIn(text).length > 200;

/** The lines themselves, which are still to be read. */
export const linesIn = (text: string): string[] =>
	text
		.split(/[\n\r\u0085\u2028\u2029]/)
		.map((line) => withoutNumber(withoutBullet(spacedOnce(line))))
		.map(withoutBox)
		.filter((line) => visible.test(line));

/** "1. Mai" and "24. 12." are dates, not places in a list. */
function withoutNumber(line: string): string {
	const found = /^\p{Nd}{1,3}(?:\)|-(?= \p{L})|\.(?! \p{Nd}{1,2}\.)) (?=\S)/u.exec(line);
	if (!found) return line;
	const rest = line.slice(found[0].length);
	return isNotCounted(firstWord(rest)) ? line : rest;
}
