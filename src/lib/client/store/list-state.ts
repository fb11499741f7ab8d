import type { Item } from '$lib/server/items/fields';
import type { List } from '$lib/server/lists/list';

/** An item with its sort key; items of one place stand in the order of their uids. */
export type PlacedItem = Item & { place: number };

/** Begins with a number that grows; the rest is the server's own. */
export type Version = string;

export const isNewer = (one: Version, other: Version): boolean =>
	Number.parseInt(one, 10) > Number.parseInt(other, 10);

/** A list as the server last said, kept in its order. */
export type ListState = {
	uid: string;
	list: List;
	version: Version;
	items: PlacedItem[];
	/** When the server said so, in milliseconds since 1970. */
	seenAt: number;
};

/** What `GET /lists/{listUid}/changes` answers. */
export type Changes = {
	list: List;
	version: Version;
	/** These are all items there are, and not only those that changed. */
	reset: boolean;
	items: PlacedItem[];
	removedItemUids: string[];
};

/** The list after an answer. Undefined where the answer goes on from another version than the one that is held. */
export function withChanges(
	state: ListState | undefined,
	after: Version | undefined,
	changes: Changes,
	seenAt: number
): ListState | undefined {
	const { list, version, reset, items, removedItemUids } = changes;
	if (reset) return { uid: list.uid, list, version, items: items.toSorted(byPlace), seenAt };
	if (!state || state.version !== after) return undefined;
	const others = new Set([...removedItemUids, ...items.map(({ uid }) => uid)]);
	const stays = state.items.filter(({ uid }) => !others.has(uid));
	const next = items.length > 0 ? [...stays, ...items].sort(byPlace) : stays;
	return { uid: list.uid, list, version, items: next, seenAt };
}

const byPlace = (one: PlacedItem, other: PlacedItem): number =>
	one.place - other.place || (one.uid < other.uid ? -1 : 1);
