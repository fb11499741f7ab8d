import type { ShownItem } from '$lib/client/outbox/shown';
import type { Store } from '$lib/client/store/store.svelte';
import type { List } from '$lib/server/lists/list';

/** What is due or overdue on the lists that this browser keeps, ticked or not, the earliest first. */
export function dueBy(store: Store, today: string): { item: ShownItem; list: List }[] {
	return store
		.lists()
		.filter(({ list }) => !list.archivedAt)
		.flatMap(({ uid, list }) =>
			store
				.itemsOf(uid)
				.filter(({ dueOn }) => dueOn && dueOn <= today)
				.map((item) => ({ item, list }))
		)
		.sort((one, other) => (one.item.dueOn < other.item.dueOn ? -1 : 1));
}
