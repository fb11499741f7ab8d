import { isOfList, type Store } from './store.svelte';

/** How many more items of a list are due by `today` than when its page was made; below zero where some were ticked since. */
export function dueSince(store: Store, data: object, today: string): number {
	const dueIn = (items: { dueOn: string; done: boolean }[]): number =>
		items.filter(({ dueOn, done }) => dueOn && dueOn <= today && !done).length;
	return isOfList(data) && store.listOf(data.list.uid)
		? dueIn(store.itemsOf(data.list.uid)) - dueIn(data.items)
		: 0;
}
