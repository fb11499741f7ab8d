// A copy of a list as a client keeps it.
import type { z } from 'zod';
import type { lists } from '../../src/lib/server/lists/operations.ts';

export type Changes = z.output<typeof lists.getChanges.output>;
type PlacedItem = Changes['items'][number];

/** By uid. */
export type Copy = ReadonlyMap<string, PlacedItem>;

/** The copy once an answer is applied to it. */
export function applied(copy: Copy, { reset, items, removedItemUids }: Changes): Copy {
	const next = new Map(reset ? [] : copy);
	for (const uid of removedItemUids) next.delete(uid);
	for (const item of items) next.set(item.uid, item);
	return next;
}

/** Its items in the order of the list, as a read of the list has them. */
export function inOrder(copy: Copy): Omit<PlacedItem, 'place'>[] {
	const isBefore = (one: PlacedItem, other: PlacedItem) =>
		one.place === other.place ? one.uid < other.uid : one.place < other.place;
	return [...copy.values()]
		.sort((one, other) => (isBefore(one, other) ? -1 : 1))
		.map(({ place: _place, ...item }) => item);
}
