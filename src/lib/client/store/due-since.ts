import type { DatedItem } from '$lib/server/items/items';
import { isOfList, type Store } from './store.svelte';

/** How many more items are due by `today` than when a page was made with `data`; below zero where some were ticked since. */
export function dueSince(store: Store, data: object, today: string): number {
	const dueIn = (items: Due[]): number =>
		items.filter(({ dueOn, done }) => dueOn && dueOn <= today && !done).length;
	if (isOfDays(data)) return dueIn(itemsNow(store, data)) - dueIn(itemsThen(data));
	if (isOfList(data) && store.listOf(data.list.uid))
		return dueIn(store.itemsOf(data.list.uid)) - dueIn(data.items);
	return 0;
}

type Due = { uid: string; dueOn: string; done: boolean };

/** What a page that goes by days is made with: the open items that are due on them. "" for `from` is no lower bound. */
type OfDays = { from: string; to: string; dated: DatedItem[] };

const isOfDays = (data: object): data is OfDays => 'dated' in data;

const itemsThen = ({ dated }: OfDays): Due[] => dated.map(({ item }) => item);

/** An item that was ticked is no longer in the data of the page. Once it is unticked here, it is due again. */
function itemsNow(store: Store, days: OfDays): Due[] {
	const then = itemsThen(days);
	const now = then.map((item) => ({ ...item, done: store.isDone(item.uid) ?? item.done }));
	const isBack = ({ uid, dueOn }: Due): boolean =>
		dueOn >= days.from && dueOn <= days.to && !then.some((item) => item.uid === uid);
	return [...now, ...store.tapped().filter(isBack)];
}
