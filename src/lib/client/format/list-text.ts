import type { Item } from '$lib/server/items/fields';
import { dateAndYear } from './due';
import { readLines } from './quick-add-lines';

type Written = Pick<Item, 'label' | 'quantity' | 'dueOn' | 'done'>;

/**
 * What is open on a list, a line for each item. A list into which it is pasted reads the same items, with these exceptions: a long line,
 * a quantity in free words and a date that has passed become a part of the label, and a date at the end of a label becomes the item's.
 */
export function listText(items: readonly Written[], language: string): string {
	const open = items.filter(({ done }) => !done);
	return open.map((item) => lineOf(item, language)).join('\n');
}

function lineOf(item: Written, language: string): string {
	// Arabic dates have marks of their direction, which would turn them about in a line that begins with Latin letters.
	const date = item.dueOn && dateAndYear(item.dueOn, language).replaceAll('\u200f', '');
	return `- ${[wordsOf(item), date].filter(Boolean).join(' ')}`;
}

/** "Eggs 12" would be read as a label and "7 up" as seven, so a count may stand before its label, and a label between quotes. */
function wordsOf({ label, quantity }: Written): string {
	const plain = `${label} ${quantity}`.trim();
	if (plain.length > longestRead) return plain;
	const others = [`${quantity} ${label}`, `${quantity} "${label}"`.trim()];
	const isSame = (words: string) => {
		const [read] = readLines(`- ${words}`);
		return read?.label === label && read.quantity === quantity;
	};
	return [plain, ...others].find(isSame) ?? plain;
}

/** Longer lines are written plainly: to read ten thousand of them would keep everybody else waiting. */
const longestRead = 128;
