import { lockLists } from '../data/locks.ts';
import type { Unit } from '../kernel/unit.ts';
import { moveItem } from './move.ts';
import { lockItem } from './lock.ts';

export const steps = ['up', 'down', 'top'] as const;

type Placing = {
	itemUid: string;
	/** To the end of this list. */
	toListUid?: string | undefined;
	/** Below this item of its own list. */
	afterItemUid?: string | undefined;
	/** One step among the open items of its own list, or to the top. */
	step?: (typeof steps)[number] | undefined;
};

/**
 * Moves an item as the pages do, by the list as it is now and not as the page last showed it, and says where it was: so
 * that the way back is true also where somebody else moved it a moment ago.
 */
export async function placeItem(
	unit: Unit,
	{ itemUid, toListUid = '', afterItemUid, step }: Placing
): Promise<{ wasOnListUid: string; wasAfterItemUid: string }> {
	await lockLists(unit, { listUids: [toListUid], itemUids: [itemUid] });
	const { listUid } = await lockItem(unit, itemUid);
	const items = await itemsOf(unit, listUid);
	const isElsewhere = toListUid !== '' && toListUid !== listUid;
	const after = isElsewhere
		? ((await itemsOf(unit, toListUid)).at(-1)?.uid ?? '')
		: (afterItemUid ?? anchorFor(items, itemUid, step));
	if (after !== undefined) await moveItem(unit, { itemUid, toListUid, afterItemUid: after });
	return { wasOnListUid: listUid, wasAfterItemUid: above(items, itemUid) };
}

type Placed = { uid: string; doneAt: Date | null };

function itemsOf(unit: Unit, listUid: string): Promise<Placed[]> {
	return unit.db.item.findMany({
		where: { listUid, deletedAt: null },
		select: { uid: true, doneAt: true },
		orderBy: [{ rank: 'asc' }, { uid: 'asc' }]
	});
}

/**
 * After which item to place this one; "" is the top. Ticked items are folded away, so a step passes them by. Undefined
 * where it stays.
 */
function anchorFor(items: Placed[], itemUid: string, step: Placing['step']): string | undefined {
	if (step === 'top') return '';
	const open = items.filter(({ uid, doneAt }) => !doneAt || uid === itemUid);
	const at = open.findIndex(({ uid }) => uid === itemUid);
	const neighbour = open[at - 1];
	if (step === 'up' && neighbour) return above(items, neighbour.uid);
	return step === 'down' ? open[at + 1]?.uid : undefined;
}

/** The item above this one, ticked or not; "" where it is the first. */
function above(items: Placed[], itemUid: string): string {
	return items[items.findIndex(({ uid }) => uid === itemUid) - 1]?.uid ?? '';
}
