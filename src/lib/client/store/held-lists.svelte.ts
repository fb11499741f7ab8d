import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { PlacedItem } from '$lib/server/items/fields';
import type { List } from '$lib/server/lists/list';
import type { KnownSection } from '$lib/server/sections/section';
import { madeOnce } from '../format/made-once';
import type { Device } from './device.svelte';
import { includesEvent, isNewer, outdated, type ListState, type Version } from './list-state';

/** How often it is stored that a list is open, in milliseconds: its page is loaded again after each change of others. */
const noteOpenedEveryMs = 3_600_000;

/** A list as a page was made with it. */
export type Hydrated = {
	list: List;
	version: Version;
	items: PlacedItem[];
	sections: KnownSection[];
};

/** The lists as the server last said, on this page and on the device. */
export function holdLists(device: Pick<Device, 'saveList' | 'removeList'>) {
	const states = new SvelteMap<string, ListState>();
	/** The uids of the lists that the server has sent since the page was opened. */
	const fresh = new SvelteSet<string>();

	function take(state: ListState): void {
		fresh.add(state.uid);
		states.set(state.uid, state);
		device.saveList(state);
	}

	function itemOn(listUid: string, itemUid: string): PlacedItem | undefined {
		const state = states.get(listUid);
		return state && byUid(state.items).get(itemUid);
	}

	function isNews({ uid, version }: ListState): boolean {
		const held = states.get(uid);
		return !held || isNewer(version, held.version);
	}

	return {
		take,
		/** Takes what the device kept, unless something newer is here. */
		takeKept(kept: ListState[]): void {
			for (const state of kept) if (isNews(state)) states.set(state.uid, state);
		},
		/** Takes a list as a page was made with it, unless something newer is here. */
		hydrate({ list, version, items, sections }: Hydrated): void {
			const openedAt = Date.now();
			const held = states.get(list.uid);
			const state = { uid: list.uid, list, version, items, sections, seenAt: openedAt, openedAt };
			if (!held || isNews(state)) take(state);
			else if (openedAt - (held.openedAt ?? 0) > noteOpenedEveryMs) take({ ...held, openedAt });
		},
		remove(listUid: string): void {
			states.delete(listUid);
			fresh.delete(listUid);
			device.removeList(listUid);
		},
		lists: (): ListState[] => [...states.values()],
		listOf: (listUid: string): ListState | undefined => states.get(listUid),
		/** The sections of a list, in their order. */
		sectionsOf: (listUid: string): KnownSection[] => states.get(listUid)?.sections ?? [],
		isFresh: (listUid: string): boolean => fresh.has(listUid),
		/** First the lists that the server has sent since the page was opened. */
		uidsByFreshness: (): string[] => [...fresh, ...states.keys()],
		/** Whether the list, as it is held here, includes the event of this number already. */
		includes: (listUid: string, number: number): boolean =>
			includesEvent(states.get(listUid)?.version ?? outdated, number),
		/** An item of this list as the server last said. */
		itemOn,
		/** An item of this list as the server has said since the page was opened. */
		freshItem: (listUid: string, itemUid: string): PlacedItem | undefined =>
			fresh.has(listUid) ? itemOn(listUid, itemUid) : undefined
	};
}

export type HeldLists = ReturnType<typeof holdLists>;

/** A page of thousands of rows looks each of them up. */
const byUid = madeOnce(
	(items: PlacedItem[]) => new Map(items.map((item) => [item.uid, item] as const))
);
