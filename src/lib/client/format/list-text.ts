import type { PlacedItem } from '$lib/server/items/fields';
import { dateAndYear } from './due';

type Written = Pick<PlacedItem, 'label' | 'quantity' | 'dueOn' | 'done' | 'sectionUid'>;

/**
 * What is open on a list, a line for each item, in the order of the list's page. A list into which it is pasted reads the same items;
 * a date that has passed stays text.
 */
export function listText(
	items: readonly Written[],
	sections: readonly { uid: string }[],
	language: string
): string {
	const open = Map.groupBy(
		items.filter(({ done }) => !done),
		({ sectionUid }) => sectionUid
	);
	return ['', ...sections.map(({ uid }) => uid)]
		.flatMap((uid) => open.get(uid) ?? [])
		.map((item) => lineOf(item, language))
		.join('\n');
}

function lineOf({ label, quantity, dueOn }: Written, language: string): string {
	// Arabic dates have marks of their direction, which would turn them about in a line that begins with Latin letters.
	const date = dueOn && dateAndYear(dueOn, language).replaceAll('\u200f', '');
	return `- ${[label, quantity, date].filter(Boolean).join(' ')}`;
}
