import type { List } from '$lib/server/lists/list';
import { quietMoments } from '../quiet-moment';
import type { Store } from './store.svelte';

/** How many lists a device keeps, those that changed last. */
const mostLists = 200;

/** Brings every list in reach onto the device, one after another in quiet moments, and takes off it what is out of reach. */
export async function keepLists(store: Store, signal: AbortSignal): Promise<void> {
	const quietMoment = quietMoments(signal);
	const lists = await listsInReach(signal);
	if (!lists) return;
	const reached = new Set(lists.map(({ uid }) => uid));
	for (const { uid, list } of store.lists())
		if (!reached.has(uid) && !list.archivedAt) store.forgetList(uid);
	const recent = lists.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
	for (const { uid, updatedAt } of recent.slice(0, mostLists)) {
		if (store.listOf(uid)?.list.updatedAt === updatedAt) continue;
		await quietMoment();
		if (signal.aborted || store.hasEnded) return;
		await store.refresh(uid);
	}
}

async function listsInReach(signal: AbortSignal): Promise<List[] | undefined> {
	try {
		const headers = { accept: 'application/json' };
		const response = await fetch('/api/v1/lists', { headers, signal });
		if (!response.ok) return undefined;
		const { lists }: { lists: List[] } = await response.json();
		return lists;
	} catch {
		return undefined;
	}
}
