import { may } from '../caller.ts';
import { namesOf, type Named } from '../lists/named.ts';
import { touchList } from '../lists/reached.ts';
import { lockLists } from '../lock.ts';
import { timestamp } from '../text.ts';
import { actor, deletionBy, type Unit } from '../unit.ts';
import { changeItem, isOther, type Edit, type Removed } from './change.ts';
import type { Item } from './item.ts';
import { moveItem } from './move.ts';
import { itemsToChange, theItems, type ItemToChange } from './reached.ts';

/** Several items at once, on one list or on many: all of it happens, or nothing does. */

/** What was done, which of the items named were so already, and the lists that it was done on. */
export type Done = { items: Item[]; unchangedUids: string[]; lists: Named[] };

/** Each change as `changeItem` makes it, in their order. */
export async function changeItems(unit: Unit, { items }: { items: Edit[] }): Promise<Done> {
	const itemUids = items.map(({ itemUid }) => itemUid);
	await lockLists(unit, { itemUids });
	const before = await itemsToChange(unit, itemUids);
	const changed: Item[] = [];
	for (const edit of items) changed.push((await changeItem(unit, edit)).item);
	const unchanged = before.filter(
		(item) => !items.some((edit) => edit.itemUid === item.uid && isOther(item, edit))
	);
	return {
		items: changed,
		unchangedUids: unchangedUids(unit, unchanged),
		lists: await listsOf(unit, before)
	};
}

/** Ticks or unticks all of them; one that is so already stays as it is, with whoever ticked it first. */
export async function tickItems(
	unit: Unit,
	{ itemUids, done }: { itemUids: string[]; done: boolean }
): Promise<Done> {
	await lockLists(unit, { itemUids });
	const all = await itemsToChange(unit, itemUids);
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
		...(await theItems(unit, itemUids, ['done'])),
		unchangedUids: unchangedUids(
			unit,
			all.filter((item) => !others.includes(item))
		),
		lists: await listsOf(unit, all)
	};
}

/** A token that may not read could try values until one is unchanged, and so learn what is stored. */
const unchangedUids = (unit: Unit, items: ItemToChange[]): string[] =>
	may(actor(unit), 'read') ? items.map(({ uid }) => uid) : [];

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
		lists: await listsOf(unit, await itemsToChange(unit, inOrder))
	};
}

/** All of them into the trash. */
export async function deleteItems(
	unit: Unit,
	{ itemUids }: { itemUids: string[] }
): Promise<{ removedCount: number; removed: Removed[]; lists: Named[] }> {
	await lockLists(unit, { itemUids });
	const items = await itemsToChange(unit, itemUids);
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

const listsOf = (unit: Unit, items: ItemToChange[]): Promise<Named[]> =>
	namesOf(
		unit,
		items.map(({ listUid }) => listUid)
	);

async function touchListsOf(unit: Unit, items: ItemToChange[]): Promise<void> {
	for (const listUid of [...new Set(items.map((item) => item.listUid))].sort())
		await touchList(unit, listUid);
}
