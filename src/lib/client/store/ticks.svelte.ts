import type { SubmitFunction } from '@sveltejs/kit';
import type { Intent } from '../outbox/intent';
import { refresh } from '../invalidate';
import type { Store } from './store.svelte';

type Ticked = { uid: string; done: boolean };
type Entry = { item: Ticked; listUid: string };

/** Ticks on a page that shows items of many lists. */
export function ticksOn(store: Store, entries: () => Entry[]) {
	const shown = $derived(entries().map(({ listUid }) => listUid));
	const refused = $derived(
		store.refused.filter(({ listUid }) => shown.includes(listUid)).filter(isTick)
	);
	const elsewhere = $derived(refused.filter(({ itemUid }) => !store.findItem(itemUid)));

	// The page still shows what is gone.
	$effect(() => {
		if (elsewhere.length > 0) void refresh();
	});

	const submit: SubmitFunction = ({ cancel, formData }) => {
		cancel();
		for (const { key } of elsewhere) store.discard(key);
		const kind = formData.get('done') === 'true' ? 'tick' : 'untick';
		for (const itemUid of formData.getAll('itemUid').map(String)) {
			const listUid = entries().find(({ item }) => item.uid === itemUid)?.listUid;
			if (listUid) store.act(listUid, { kind, itemUid });
		}
	};

	return {
		submit,
		isDone: ({ uid, done }: Ticked): boolean => store.isDone(uid) ?? done,
		isUnsent: (uid: string): boolean => store.waiting.some(isTickOf(uid)),
		isLate: (uid: string): boolean =>
			store.waiting.some((intent) => isTickOf(uid)(intent) && store.isLate(intent)),
		problemOf: (uid: string): string => refused.find(isTickOf(uid))?.refusal?.sentence ?? '',
		/** What was said of one that the page shows no longer, until the next is ticked. */
		get adrift(): string {
			return elsewhere[0]?.refusal?.sentence ?? '';
		}
	};
}

const isTick = ({ kind }: Intent): boolean => kind === 'tick' || kind === 'untick';
const isTickOf =
	(uid: string) =>
	(intent: Intent): boolean =>
		isTick(intent) && intent.itemUid === uid;
