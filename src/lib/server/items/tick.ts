import { updateRows } from '../data/update-rows.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { unchangedUids, type Done } from './bulk.ts';
import type { Item } from './fields.ts';
import { itemAnswer, itemsAnswer } from './load.ts';
import { listsOf, lockItem, lockItems, touchListsOf, type LockedItem } from './lock.ts';

/** Ticks or unticks. Never a conflict: a second tick changes nothing, and the member who ticked first stays. */
export async function tickItem(
	unit: Unit,
	{ itemUid, done }: { itemUid: string; done: boolean }
): Promise<{ item: Item }> {
	await tick(unit, [await lockItem(unit, itemUid)], done);
	return itemAnswer(unit, itemUid, ['done']);
}

/** Ticks or unticks several. */
export async function tickItems(
	unit: Unit,
	{ itemUids, done }: { itemUids: string[]; done: boolean }
): Promise<Done> {
	const items = await lockItems(unit, itemUids);
	const ticked = await tick(unit, items, done);
	return {
		...(await itemsAnswer(unit, itemUids, ['done'])),
		unchangedUids: unchangedUids(
			unit,
			items.filter((item) => !ticked.includes(item))
		),
		lists: await listsOf(unit, items)
	};
}

/** Returns the items that it changed. */
async function tick(unit: Unit, items: LockedItem[], done: boolean): Promise<LockedItem[]> {
	const others = items.filter((item) => Boolean(item.doneAt) !== done);
	if (others.length === 0) return [];
	await touchListsOf(unit, others);
	const mark = done
		? { doneAt: unit.now, doneByUid: actor(unit).member.uid }
		: { doneAt: null, doneByUid: null };
	const uids = others.map(({ uid }) => uid);
	await updateRows(unit.db, 'Item', uids, { ...mark, updatedAt: unit.now });
	for (const { uid: itemUid, listUid, doneAt, doneByUid } of others) {
		const was = { doneAt: timestamp(doneAt), doneByUid };
		unit.record({ kind: done ? 'item.ticked' : 'item.unticked', listUid, itemUid, was });
	}
	return others;
}
