import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { deletionBy } from '../kernel/deletion.ts';
import { refuseUnlessEditable } from '../lists/editable.ts';
import { namedFor, type Named } from '../lists/list.ts';
import { lockList, touchList } from '../lists/lock.ts';
import type { Removed } from './remove.ts';

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
