import { SvelteMap } from 'svelte/reactivity';
import { isTick, type Act, type Intent, type Me } from '../outbox/intent';
import { latestNote, latestTick } from '../outbox/latest';
import { listsIn, type Queue } from '../outbox/queue';
import { refusedElsewhere, shownItems, type ShownItem } from '../outbox/shown';
import type { HeldLists } from './held-lists.svelte';
import { openIn, type ListState } from './list-state';
import { shownOnce } from './shown-once';

type Around = {
	held: HeldLists;
	queue: () => Queue;
	me: () => Me;
	/** As `Outbox.rowKeyOf`. */
	rowKeyOf: (itemUid: string) => string;
};

/** What the lists show: what the server last said of them, with what was done here since. */
export function showLists({ held, queue, me, rowKeyOf }: Around) {
	/** The uids of items that were ticked or unticked since the page was opened, each with the uid of its list. */
	const tapped = new SvelteMap<string, string>();
	/** The uids of the lists that the queue changes, as one string: it stays equal while an intent only changes its state. */
	const queued = $derived(listsIn(queue().filter(({ state }) => state !== 'refused')).join());
	const queueOf = (listUid: string): Queue =>
		queue().filter((intent) => intent.listUid === listUid);
	const shownOf = shownOnce((listUid, { items = [], list, sections } = {}) =>
		shownItems(items, queueOf(listUid), me(), { addsOnTop: list?.addsOnTop, sections }).map(
			(item) => {
				const key = rowKeyOf(item.uid);
				return key === item.key ? item : { ...item, key };
			}
		)
	);
	const itemsOf = (listUid: string): ShownItem[] => shownOf(listUid, held.listOf(listUid), queue());

	return {
		queueOf,
		itemsOf,
		/** How many items are open; `otherwise` where the server has not sent the list since the page was opened. */
		openCountOf(listUid: string, otherwise?: number): number {
			if (otherwise !== undefined && !held.isFresh(listUid)) return otherwise;
			return openIn(
				queued.includes(listUid) ? itemsOf(listUid) : (held.listOf(listUid)?.items ?? [])
			);
		},
		findItem(itemUid: string): { item: ShownItem; state: ListState } | undefined {
			for (const state of held.lists()) {
				const item = itemsOf(state.uid).find(({ uid }) => uid === itemUid);
				if (item) return { item, state };
			}
		},
		/** Whether an item is ticked, where that is known here. What was tapped last goes before what the server said. */
		isDone: (listUid: string, itemUid: string): boolean | undefined =>
			latestTick(queue(), itemUid) ?? held.freshItem(listUid, itemUid)?.done,
		/** The note of an item where it is known here: the latest edit, else what the server said. */
		noteOf: (listUid: string, itemUid: string): string | undefined =>
			latestNote(queue(), itemUid) ?? held.freshItem(listUid, itemUid)?.note,
		noteTap(listUid: string, made: Act): void {
			if (isTick(made)) tapped.set(made.itemUid, listUid);
		},
		/** What was ticked or unticked since the page was opened, as it is shown; without what is archived. */
		tapped: (): { item: ShownItem; listUid: string }[] =>
			[...tapped].flatMap(([itemUid, listUid]) =>
				held.listOf(listUid)?.list.archivedAt
					? []
					: itemsOf(listUid).flatMap((item) => (item.uid === itemUid ? { item, listUid } : []))
			),
		refusedElsewhere: (listUid: string, shown: readonly { uid: string }[]): Intent[] =>
			refusedElsewhere(queueOf(listUid), shown)
	};
}
