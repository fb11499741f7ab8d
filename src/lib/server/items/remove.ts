import { updateRows } from '../data/update-rows.ts';
import { may } from '../kernel/caller.ts';
import { actor, deletionBy, type Unit } from '../kernel/unit.ts';
import { refuseUnlessEditable } from '../lists/editable.ts';
import { lockList, touchList } from '../lists/lock.ts';
import { namedFor, type Named } from '../lists/list.ts';
import { listsOf, lockItem, lockItems, touchListsOf, type LockedItem } from './lock.ts';

/** What went into the trash. */
type Removed = { uid: string; label: string };

export async function deleteItem(unit: Unit, { itemUid }: { itemUid: string }): Promise<void> {
	await remove(unit, [await lockItem(unit, itemUid)]);
}

export async function deleteItems(
	unit: Unit,
	{ itemUids }: { itemUids: string[] }
): Promise<{ removedCount: number; removed: Removed[]; lists: Named[] }> {
	const items = await lockItems(unit, itemUids);
	await remove(unit, items);
	const removed = items.map(({ uid, label }) => ({ uid, label }));
	return { removedCount: items.length, removed, lists: await listsOf(unit, items) };
}

async function remove(unit: Unit, items: LockedItem[]): Promise<void> {
	await touchListsOf(unit, items);
	const uids = items.map(({ uid }) => uid);
	await updateRows(unit.db, 'Item', uids, deletionBy(unit));
	for (const { uid: itemUid, listUid } of items)
		unit.record({ kind: 'item.deleted', listUid, itemUid });
}

/** Moves every ticked item of the list to the trash. A caller who may not read is told how many, and no labels. */
export async function clearDone(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ removedCount: number; removed: Removed[]; lists: Named[] }> {
	const list = await lockList(unit, listUid);
	refuseUnlessEditable(unit, list);
	const mayRead = may(actor(unit), 'read');
	const lists = [namedFor(actor(unit), list)];
	if (Number(list.doneCount) === 0) return { removedCount: 0, removed: [], lists };
	await touchList(unit, listUid);
	const ticked = { listUid, deletedAt: null, doneAt: { not: null } };
	const items = await unit.db.item.findMany({
		where: ticked,
		orderBy: [{ rank: 'asc' }, { uid: 'asc' }],
		select: { uid: true, label: true }
	});
	await unit.db.item.updateMany({ where: ticked, data: deletionBy(unit) });
	for (const item of items) unit.record({ kind: 'item.deleted', listUid, itemUid: item.uid });
	const removed = items.map(({ uid, label }) => ({ uid, label: mayRead ? label : '' }));
	return { removedCount: items.length, removed, lists };
}

/** `clearDone` for the page. `removedUid` is one of the items, "" where none was ticked. */
export async function clearTicked(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ removedUid: string }> {
	const { removed } = await clearDone(unit, { listUid });
	return { removedUid: removed[0]?.uid ?? '' };
}
