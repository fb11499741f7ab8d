import type { DatedItem } from '$lib/server/items/dated';
import type { CountsSince } from './counts-since.svelte';
import type { Store } from './store.svelte';

/**
 * The data of a page that goes by days: the open items that are due on them. "" for `from` is no lower bound. As somebody leaves,
 * the data of the next page takes its place while the sidebar still counts, and may have no such items.
 */
type Data = {
	from: string;
	to: string;
	/** Those of the part that is shown. */
	dated?: DatedItem[];
	/** How many are due on all pages. */
	dueCount?: number;
	pageCount?: number;
	today: string;
};

type Entry = Pick<DatedItem, 'item' | 'listUid'>;

/** What is open on a page that goes by days. As long as that page is there, the counts of the sidebar follow it. */
export function openOnDays(store: Store, data: () => Data) {
	/** The uids of what this page has shown as due. */
	const known: Record<string, true> = {};
	const open = $derived(openNow(store, data(), known));
	const counts = $derived(countsSince(data(), open));
	$effect.pre(() => store.countWith(() => counts));
	return {
		get entries(): Entry[] {
			return open;
		},
		/** How many are open, on this page and the others. */
		get count(): number {
			const { dated = [], dueCount = 0 } = data();
			return dueCount + open.length - dated.length;
		}
	};
}

/**
 * An item that was ticked is no longer in the data of the page. Once it is unticked here, it is due again. Where there are several
 * pages, what this one never showed may be in the data of another.
 */
function openNow(
	store: Store,
	{ from, to, dated = [], pageCount }: Data,
	known: Record<string, true>
): Entry[] {
	for (const { item } of dated) known[item.uid] = true;
	const isBack = ({ item: { uid, dueOn } }: Entry): boolean =>
		(pageCount === 1 || uid in known) &&
		!!dueOn &&
		dueOn >= from &&
		dueOn <= to &&
		!dated.some(({ item }) => item.uid === uid);
	return [...dated, ...store.tapped().filter(isBack)].filter(
		({ item, listUid }) => !(store.isDone(listUid, item.uid) ?? item.done)
	);
}

function countsSince({ dated = [], today }: Data, open: Entry[]): CountsSince {
	const counts: CountsSince = { due: 0, open: {} };
	const count = (entries: Entry[], by: number): void => {
		for (const { item, listUid } of entries) {
			counts.open[listUid] = (counts.open[listUid] ?? 0) + by;
			if (item.dueOn <= today) counts.due += by;
		}
	};
	count(open, 1);
	count(dated, -1);
	return counts;
}
