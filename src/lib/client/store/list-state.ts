import type { ListChanges } from '$lib/server/items/changes';
import type { Item, PlacedItem } from '$lib/server/items/fields';
import type { List } from '$lib/server/lists/list';
import type { KnownSection } from '$lib/server/sections/section';
import { madeOnce } from '../format/made-once';
import { sectionBySection } from '../outbox/sections';

/** Begins with a number that grows; only the server reads the rest. */
export type Version = string;

/** Older than any version of the server, which answers to it with all of the list. */
export const outdated: Version = '-1';

const numberOf = (version: Version): number => Number.parseInt(version, 10);

export const isNewer = (one: Version, other: Version): boolean => numberOf(one) > numberOf(other);

/** Whether the event of this number is in a list of this version. */
export const includesEvent = (version: Version, number: number): boolean =>
	numberOf(version) >= number;

/** A list as the server last said, kept in its order. */
export type ListState = {
	uid: string;
	list: List;
	version: Version;
	items: PlacedItem[];
	/** The sections in their order; undefined where a device keeps the list as an older version wrote it. */
	sections?: KnownSection[];
	/** When the server said so, in milliseconds since 1970. */
	seenAt: number;
	/** When its page was last opened here, in milliseconds since 1970; undefined where it never was. */
	openedAt?: number;
};

/** How many items are open. An array of items is replaced and never changed, so each is counted once. */
export const openIn = madeOnce(
	(items: readonly Item[]) => items.filter(({ done }) => !done).length
);

/** The list after an answer. Undefined where the answer goes on from another version than the one that is held. */
export function withChanges(
	state: ListState | undefined,
	after: Version | undefined,
	changes: ListChanges,
	seenAt: number
): ListState | undefined {
	const { list, version, reset, items, sections, removedItemUids } = changes;
	const { openedAt } = state ?? {};
	const next = { uid: list.uid, list, version, sections, seenAt, ...(openedAt && { openedAt }) };
	if (state?.version !== after) return undefined;
	if (reset || !state) return { ...next, items: inOrder(items, sections) };
	const others = new Set([...removedItemUids, ...items.map(({ uid }) => uid)]);
	const stays = state.items.filter(({ uid }) => !others.has(uid));
	const isAsBefore = items.length === 0 && isSameOrder(state.sections ?? [], sections);
	return { ...next, items: isAsBefore ? stays : inOrder([...stays, ...items], sections) };
}

/** The items in the order in which the list shows them. */
const inOrder = (items: PlacedItem[], sections: KnownSection[]): PlacedItem[] =>
	sectionBySection(
		items.toSorted((one, other) => one.place - other.place || (one.uid < other.uid ? -1 : 1)),
		sections
	);

const isSameOrder = (some: KnownSection[], others: KnownSection[]): boolean =>
	some.length === others.length && some.every(({ uid }, rank) => uid === others[rank]?.uid);
