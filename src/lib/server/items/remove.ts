import { updateRows } from '../data/update-rows.ts';
import { type Unit } from '../kernel/unit.ts';
import { deletionBy } from '../kernel/deletion.ts';
import { type Named } from '../lists/list.ts';
import { listsOf, lockItem, lockItems, touchListsOf, type LockedItem } from './lock.ts';

/** What went into the trash. */
export type Removed = { uid: string; label: string };

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
