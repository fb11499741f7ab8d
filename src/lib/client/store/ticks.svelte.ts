import { SvelteSet } from 'svelte/reactivity';
import { isTick, type Intent } from '../outbox/intent';
import { refresh } from '../refresh';
import type { Tick } from '../tick-run.svelte';
import type { Store } from './store.svelte';

type Ticked = { uid: string; done: boolean };
type Entry = { item: Ticked & { label: string }; listUid: string };

/** Ticks on a page that shows items of many lists. */
export function ticksOn(store: Store, entries: () => Entry[]) {
	const tickedHere = new SvelteSet<string>();
	const refused = $derived(store.refused().filter(isTick));
	const gone = $derived(
		refused.filter(({ itemUid }) => tickedHere.has(itemUid) && !store.findItem(itemUid))
	);

	// The page still shows the items that are gone.
	$effect(() => {
		if (gone.length > 0) void refresh();
	});

	const tick = ({ uids, isTicked }: Tick): void => {
		for (const { key } of gone) store.discard(key);
		const kind = isTicked ? 'tick' : 'untick';
		for (const itemUid of uids) {
			const entry = entries().find(({ item }) => item.uid === itemUid);
			if (!entry) continue;
			tickedHere.add(itemUid);
			store.act(entry.listUid, { kind, itemUid, label: entry.item.label });
		}
	};

	return {
		tick,
		isDone: (listUid: string, { uid, done }: Ticked): boolean => store.isDone(listUid, uid) ?? done,
		isUnsent: (uid: string): boolean => store.waiting().some(isTickOf(uid)),
		isLate: (uid: string): boolean =>
			store.waiting().some((intent) => isTickOf(uid)(intent) && store.isLate(intent)),
		problemOf: (uid: string): string => refused.find(isTickOf(uid))?.refusal?.sentence ?? '',
		/** Whether an item could not be ticked because somebody took it off its list. */
		isGone: (uid: string): boolean => gone.some(isTickOf(uid)),
		/** Refused ticks of items that are gone. The next tick clears them. */
		get gone(): Intent[] {
			return gone;
		}
	};
}

const isTickOf =
	(uid: string) =>
	(intent: Intent): boolean =>
		isTick(intent) && intent.itemUid === uid;
