// A copy of a list as a client keeps it.
import type { z } from 'zod';
import type { lists } from '../../src/lib/server/lists/operations.ts';

type Changes = z.output<typeof lists.getChanges.output>;
type PlacedItem = Changes['items'][number];

/** `items` are by their uid. */
export type Copy = { items: ReadonlyMap<string, PlacedItem>; sections: string[] };

export const emptyCopy: Copy = { items: new Map(), sections: [] };

/** The copy after an answer was applied to it. */
export function applied(copy: Copy, { reset, items, sections, removedItemUids }: Changes): Copy {
	const next = new Map(reset ? [] : copy.items);
	for (const uid of removedItemUids) next.delete(uid);
	for (const item of items) next.set(item.uid, item);
	return { items: next, sections: sections.map(({ uid }) => uid) };
}

/** Its items in the order of the list, as a read of the list has them. */
export function inOrder({ items, sections }: Copy): Omit<PlacedItem, 'place' | 'sectionUid'>[] {
	const section = ({ sectionUid }: PlacedItem) => ['', ...sections].indexOf(sectionUid);
	const isBefore = (one: PlacedItem, other: PlacedItem) =>
		one.place === other.place ? one.uid < other.uid : one.place < other.place;
	return [...items.values()]
		.sort((one, other) => section(one) - section(other) || (isBefore(one, other) ? -1 : 1))
		.map(({ place: _place, sectionUid: _section, ...item }) => item);
}
