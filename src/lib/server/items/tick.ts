import { updateRows } from '../data/update-rows.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { unchangedUids, type Done } from './unchanged.ts';
import type { Item } from './fields.ts';
import { brief, itemAnswer } from './answer.ts';
import { listsOf, lockItem, lockItems, touchListsOf, type LockedItem } from './lock.ts';

/** Ticks or unticks. Never a conflict: a second tick changes nothing, and the member who ticked first stays. */
export async function tickItem(
	unit: Unit,
	{ itemUid, done }: { itemUid: string; done: boolean }
): Promise<{ item: Item }> {
	const item = await lockItem(unit, itemUid);
	const [ticked = item] = await tick(unit, [item], done);
	return itemAnswer(unit, ticked, ['done']);
}

export async function tickItems(
	unit: Unit,
	{ itemUids, done }: { itemUids: string[]; done: boolean }
): Promise<Done> {
	const items = await lockItems(unit, itemUids);
	const ticked = new Map((await tick(unit, items, done)).map((item) => [item.uid, item]));
	const unchanged = items.filter(({ uid }) => !ticked.has(uid));
	return {
		items: items.map((item) =>
			brief(itemAnswer(unit, ticked.get(item.uid) ?? item, ['done']).item)
		),
		unchangedUids: unchangedUids(unit, unchanged),
		lists: await listsOf(unit, items)
	};
}

/** Returns the items that it changed, as they are now. */
export async function tick(unit: Unit, items: LockedItem[], done: boolean): Promise<LockedItem[]> {
	const others = items.filter((item) => Boolean(item.doneAt) !== done);
	if (others.length === 0) return [];
	await touchListsOf(unit, others);
	const { member } = actor(unit);
	const mark = done
		? { doneAt: unit.now, doneByUid: member.uid }
		: { doneAt: null, doneByUid: null };
	const uids = others.map(({ uid }) => uid);
	await updateRows(unit.db, 'Item', uids, { ...mark, updatedAt: unit.now });
	for (const { uid: itemUid, listUid, doneAt, doneByUid } of others) {
		const was = { doneAt: timestamp(doneAt), doneByUid };
		unit.record({ kind: done ? 'item.ticked' : 'item.unticked', listUid, itemUid, was });
	}
	return others.map((item) => ({ ...item, ...mark, doneByName: done ? member.name : null }));
}
