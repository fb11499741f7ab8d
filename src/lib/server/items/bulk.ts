import { namesOf, type Named } from '../lists/resolve-name.ts';
import { touchList } from '../lists/lock.ts';
import { lockLists } from '../data/locks.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, deletionBy, type Unit } from '../kernel/unit.ts';
import { changeItem, isOther, type Edit, type Removed } from './change.ts';
import type { Item } from './item.ts';
import { moveItem } from './move.ts';
import { lockItems, itemsAnswer, type LockedItem } from './load.ts';

/** Several items at once, on one list or on many: all of it happens, or nothing does. */

/** What was done, to which of the items named nothing had to be done, and the lists that it was done on. */
export type Done = { items: Item[]; unchangedUids: string[]; lists: Named[] };

/** Each change as `changeItem` makes it, in their order. */
export async function changeItems(unit: Unit, { items }: { items: Edit[] }): Promise<Done> {
	const itemUids = items.map(({ itemUid }) => itemUid);
	await lockLists(unit, { itemUids });
	const before = await lockItems(unit, itemUids);
	const changed: Item[] = [];
	for (const edit of items) changed.push((await changeItem(unit, edit)).item);
	const unchangedUids = before
		.filter((item) => !items.some((edit) => edit.itemUid === item.uid && isOther(item, edit)))
		.map(({ uid }) => uid);
	return { items: changed, unchangedUids, lists: await listsOf(unit, before) };
}

/** Ticks or unticks all of them; one that is so already stays as it is, with whoever ticked it first. */
export async function tickItems(
	unit: Unit,
	{ itemUids, done }: { itemUids: string[]; done: boolean }
): Promise<Done> {
	await lockLists(unit, { itemUids });
	const all = await lockItems(unit, itemUids);
	const others = all.filter((item) => !!item.doneAt !== done);
	await touchListsOf(unit, others);
	const mark = done
		? { doneAt: unit.now, doneByUid: actor(unit).member.uid }
		: { doneAt: null, doneByUid: null };
	await unit.db.item.updateMany({
		where: { uid: { in: others.map(({ uid }) => uid) } },
		data: { ...mark, updatedAt: unit.now }
	});
	for (const { uid: itemUid, listUid, doneAt, doneByUid } of others) {
		const was = { doneAt: timestamp(doneAt), doneByUid };
		unit.record({ kind: done ? 'item.ticked' : 'item.unticked', listUid, itemUid, was });
	}
	return {
		...(await itemsAnswer(unit, itemUids, ['done'])),
		unchangedUids: all.filter((item) => !others.includes(item)).map(({ uid }) => uid),
		lists: await listsOf(unit, all)
	};
}

type Moves = {
	itemUids: string[];
	afterItemUid?: string | undefined;
	toListUid?: string | undefined;
};

/** Places them one after another, in the order they are named, after an item or at the top. */
export async function moveItems(
	unit: Unit,
	{ itemUids, afterItemUid = '', toListUid = '' }: Moves
): Promise<{ movedCount: number; lists: Named[] }> {
	await lockLists(unit, { listUids: [toListUid], itemUids });
	const inOrder = [...new Set(itemUids)];
	for (const [place, itemUid] of inOrder.entries())
		await moveItem(unit, { itemUid, toListUid, afterItemUid: inOrder[place - 1] ?? afterItemUid });
	return {
		movedCount: inOrder.length,
		lists: await listsOf(unit, await lockItems(unit, inOrder))
	};
}

/** All of them into the trash. */
export async function deleteItems(
	unit: Unit,
	{ itemUids }: { itemUids: string[] }
): Promise<{ removedCount: number; removed: Removed[]; lists: Named[] }> {
	await lockLists(unit, { itemUids });
	const items = await lockItems(unit, itemUids);
	await touchListsOf(unit, items);
	await unit.db.item.updateMany({
		where: { uid: { in: items.map(({ uid }) => uid) } },
		data: deletionBy(unit)
	});
	for (const { uid: itemUid, listUid } of items)
		unit.record({ kind: 'item.deleted', listUid, itemUid });
	const removed = items.map(({ uid, label }) => ({ uid, label }));
	return { removedCount: items.length, removed, lists: await listsOf(unit, items) };
}

const listsOf = (unit: Unit, items: LockedItem[]): Promise<Named[]> =>
	namesOf(
		unit,
		items.map(({ listUid }) => listUid)
	);

async function touchListsOf(unit: Unit, items: LockedItem[]): Promise<void> {
	for (const listUid of [...new Set(items.map((item) => item.listUid))].sort())
		await touchList(unit, listUid);
}
