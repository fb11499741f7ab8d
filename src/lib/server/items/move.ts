import * as m from '../../paraglide/messages.js';
import { malformed, missing, notYet } from '../kernel/errors.ts';
import { refuseUnlessEditable } from '../lists/load.ts';
import { lockList, touchList } from '../lists/lock.ts';
import { isLocked, lockLists } from '../data/locks.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/resolve-name.ts';
import { maxItemsPerList } from './fields.ts';
import { rankBetween } from './rank.ts';
import { renumber } from './store.ts';
import { listsOf, lockItem, lockItems } from './lock.ts';

type Move = { itemUid: string; afterItemUid?: string | undefined; toListUid?: string | undefined };

/** Places the item after another, or at the top when that is empty; on the same list, or on another one in reach. */
export async function moveItem(
	unit: Unit,
	{ itemUid, afterItemUid = '', toListUid = '' }: Move
): Promise<Record<string, never>> {
	if (toListUid && !isLocked(unit, toListUid))
		await lockLists(unit, { listUids: [toListUid], itemUids: [itemUid] });
	const { listUid: from, rank: stood } = await lockItem(unit, itemUid);
	const to = toListUid || from;
	if (to !== from) refuseUnlessEditable(unit, await lockList(unit, to));
	if (afterItemUid === itemUid && to === from) return {};
	for (const listUid of new Set([from, to])) await touchList(unit, listUid);
	if (to !== from) await refuseIfFull(unit, to);
	const { rank, ...touched } = await rankAfter(unit, to, itemUid, afterItemUid);
	const { count } = await unit.db.item.updateMany({
		where: { uid: itemUid, deletedAt: null },
		data: { listUid: to, rank, updatedAt: unit.now }
	});
	if (count === 0) throw missing('item');
	const was = { listUid: from, rank: stood };
	for (const listUid of new Set([from, to]))
		unit.record({ kind: 'item.moved', listUid, itemUid, was, ...touched });
	return {};
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

type Placed = { uid: string; rank: number };

/** Where the gap is closed the list is numbered anew, which is a change of every item. */
async function rankAfter(
	unit: Unit,
	listUid: string,
	itemUid: string,
	afterItemUid: string
): Promise<{ rank: number; everyItem?: true }> {
	const anchor = afterItemUid ? await anchorOn(unit, listUid, afterItemUid) : undefined;
	const rank = rankBetween(anchor?.rank, (await nextAfter(unit, listUid, itemUid, anchor))?.rank);
	if (rank !== undefined) return { rank };
	await renumber(unit, listUid);
	return { ...(await rankAfter(unit, listUid, itemUid, afterItemUid)), everyItem: true };
}

async function anchorOn(unit: Unit, listUid: string, uid: string): Promise<Placed> {
	const anchor = await unit.db.item.findFirst({
		where: { uid, listUid, deletedAt: null },
		select: { uid: true, rank: true }
	});
	if (!anchor)
		throw malformed({
			field: 'after_item_uid',
			description: m.place_not_on_list()
		});
	return anchor;
}

function nextAfter(
	unit: Unit,
	listUid: string,
	itemUid: string,
	anchor: Placed | undefined
): Promise<Placed | null> {
	const behind = anchor && {
		OR: [{ rank: { gt: anchor.rank } }, { rank: anchor.rank, uid: { gt: anchor.uid } }]
	};
	return unit.db.item.findFirst({
		where: { listUid, deletedAt: null, uid: { not: itemUid }, ...behind },
		orderBy: inOrder,
		select: { uid: true, rank: true }
	});
}

async function refuseIfFull(unit: Unit, listUid: string): Promise<void> {
	if ((await unit.db.item.count({ where: { listUid, deletedAt: null } })) < maxItemsPerList) return;
	throw notYet(m.list_full_for_move());
}

const inOrder: [{ rank: 'asc' }, { uid: 'asc' }] = [{ rank: 'asc' }, { uid: 'asc' }];
