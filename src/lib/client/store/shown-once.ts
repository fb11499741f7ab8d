import type { Queue } from '../outbox/queue';
import type { ShownItem } from '../outbox/shown';
import type { ListState } from './list-state';

type State = ListState | undefined;

/** Caches what a list shows until the list or the queue changes, because many places of a page ask for it. */
export function shownOnce(
	make: (listUid: string, state: Partial<ListState> | undefined) => ShownItem[]
): (listUid: string, state: State, queue: Queue) => ShownItem[] {
	let queueThen: Queue | undefined;
	let made = new Map<string, { state: State; items: ShownItem[] }>();
	return (listUid, state, queue) => {
		if (queue !== queueThen) made = new Map();
		queueThen = queue;
		const before = made.get(listUid);
		if (before && before.state === state) return before.items;
		const items = make(listUid, state);
		made.set(listUid, { state, items });
		return items;
	};
}
