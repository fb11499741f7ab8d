import type { Item } from '$lib/server/items/fields';
import { dateAndYear } from './due';

type Written = Pick<Item, 'label' | 'quantity' | 'dueOn' | 'done'>;

/** What is open on a list, a line for each item. A list into which it is pasted reads the same items; a date that has passed stays text. */
export function listText(items: readonly Written[], language: string): string {
	const open = items.filter(({ done }) => !done);
	return open.map((item) => lineOf(item, language)).join('\n');
}

function lineOf({ label, quantity, dueOn }: Written, language: string): string {
	// Arabic dates have marks of their direction, which would turn them about in a line that begins with Latin letters.
	const date = dueOn && dateAndYear(dueOn, language).replaceAll('\u200f', '');
	return `- ${[label, quantity, date].filter(Boolean).join(' ')}`;
}
