import type { List } from '$lib/server/lists/list';
import { quietMoments } from '../background-work';
import { outdated, type ListState } from './list-state';
import type { Store } from './store.svelte';

/** How many lists the device keeps: those that were changed, or opened here, last. */
const maxKeptLists = 200;

/**
 * Brings the latest lists in reach onto the device, one after another in quiet moments. Takes off it what is out of reach, and
 * what is no longer among the latest.
 */
export async function keepLists(store: Store, signal: AbortSignal): Promise<void> {
	const quietMoment = quietMoments(signal);
	const held = store.lists().map(({ uid }) => uid);
	const lists = await listsInReach(signal);
	const archive = hasArchived(store) ? await listsInReach(signal, archived) : [];
	if (!lists || !archive) return;
	const reached = new Set([...lists, ...archive].map(({ uid }) => uid));
	// The answer may be older than what is held here. So each list that it lacks is fetched itself: it stays, or a 404 removes it.
	for (const uid of held) {
		if (signal.aborted || store.hasEnded()) return;
		if (!reached.has(uid)) await store.refresh(uid);
	}
	// Of the archive the device keeps only what was opened here.
	const opened = archive.filter(({ uid }) => store.listOf(uid));
	const latest = [...lists, ...opened]
		.map((list) => ({ list, usedAt: usedAt(list, store) }))
		.sort((one, other) => other.usedAt - one.usedAt)
		.map(({ list }) => list);
	for (const { uid } of latest.slice(maxKeptLists)) store.drop(uid);
	for (const list of latest.slice(0, maxKeptLists)) {
		if (isKept(list, store.listOf(list.uid))) continue;
		await quietMoment();
		if (signal.aborted || store.hasEnded()) return;
		await store.refresh(list.uid);
	}
}

const usedAt = ({ uid, updatedAt }: List, store: Store): number =>
	Math.max(Date.parse(updatedAt), store.listOf(uid)?.openedAt ?? 0);

const archived = '?status=LIST_STATUS_ARCHIVED';
const hasArchived = (store: Store) => store.lists().some(({ list }) => list.archivedAt !== '');

/** A pin is one member's own and no change of the list, so `updatedAt` does not tell of it. */
const isKept = ({ updatedAt, isPinned }: List, kept: ListState | undefined) =>
	kept?.list.updatedAt === updatedAt &&
	kept.list.isPinned === isPinned &&
	kept.version !== outdated;

async function listsInReach(signal: AbortSignal, query = ''): Promise<List[] | undefined> {
	try {
		const headers = { accept: 'application/json' };
		const response = await fetch(`/api/v1/lists${query}`, { headers, signal });
		if (!response.ok) return undefined;
		const { lists }: { lists: List[] } = await response.json();
		return lists;
	} catch {
		return undefined;
	}
}
