import { lockLists } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { placeKey } from '../../client/format/place-key.ts';
import type { Unit } from '../kernel/unit.ts';
import { lockList } from '../lists/lock.ts';
import { rememberedSections } from '../sections/labels.ts';
import { inManualOrder, sectionJoin, sectionsOn } from '../sections/store.ts';
import { moveItem } from './move.ts';
import { lockItem, type LockedItem } from './lock.ts';

export const steps = ['up', 'down', 'top'] as const;

type Placing = {
	itemUid: string;
	/** To where a new item of its label would go on this list. */
	toListUid?: string | undefined;
	/** To the end of this section of its own list; "" stands for the items in no section. */
	sectionUid?: string | undefined;
	/**
	 * Below the first of these that is still in this section, or at its top where none is. A section that is gone is none.
	 */
	belowItemUids?: string[] | undefined;
	/** One step among the open items of its own list, or to the top of its section. */
	step?: (typeof steps)[number] | undefined;
};

/** How many of the items above are told: where all of them are gone, the item goes back to the top of its section. */
const mostAbove = 10;

/**
 * Moves an item for the pages, by the list as it is now and not as the page last showed it. Says where the item was, so
 * that an undo is right also where somebody else moved it a moment ago: below which items, the nearest first.
 */
export async function placeItem(
	unit: Unit,
	{ itemUid, toListUid = '', sectionUid, belowItemUids, step }: Placing
): Promise<{ wasOnListUid: string; wasInSectionUid: string; wasBelowItemUids: string[] }> {
	await lockLists(unit, { listUids: [toListUid], itemUids: [itemUid] });
	const item = await lockItem(unit, itemUid);
	const items = await itemsOf(unit, item.listUid);
	const listUid = toListUid || item.listUid;
	let place: Place | undefined;
	if (belowItemUids) place = await nearest(unit, item, { listUid, sectionUid, belowItemUids });
	else if (listUid !== item.listUid) place = await placeOnOtherList(unit, item.label, listUid);
	else place = await placeFor(unit, item, items, { sectionUid, step });
	if (place) await moveItem(unit, { itemUid, ...place });
	return {
		wasOnListUid: item.listUid,
		wasInSectionUid: item.sectionUid ?? '',
		wasBelowItemUids: allAbove(inSection(items, item.sectionUid), itemUid).slice(0, mostAbove)
	};
}

type Placed = { uid: string; sectionUid: string | null; doneAt: Date | string | null };

/** The items of a list, in the order in which people read it. */
function itemsOf(unit: Unit, listUid: string): Promise<readonly Placed[]> {
	return unit.read.query<Placed>(sql`
		SELECT i."uid", i."sectionUid", i."doneAt" FROM "Item" i ${sectionJoin}
		WHERE i."listUid" = ${listUid} AND i."deletedAt" IS NULL ORDER BY ${inManualOrder}`);
}

type Place = { toListUid?: string; sectionUid?: string | undefined; afterItemUid: string };

/** Below the first of these items that is still there, on this list and in this section. */
async function nearest(
	unit: Unit,
	item: LockedItem,
	to: { listUid: string; sectionUid: string | undefined; belowItemUids: string[] }
): Promise<Place> {
	await lockList(unit, to.listUid);
	const sections = await sectionsOn(unit, to.listUid);
	const sectionUid = sections.some(({ uid }) => uid === to.sectionUid) ? to.sectionUid : '';
	const there = inSection(await itemsOf(unit, to.listUid), sectionUid || null);
	const others = new Set(there.map(({ uid }) => uid).filter((uid) => uid !== item.uid));
	return {
		toListUid: to.listUid,
		// A list without sections has none to remember.
		sectionUid: sections.length > 0 ? sectionUid : undefined,
		afterItemUid: to.belowItemUids.find((uid) => others.has(uid)) ?? ''
	};
}

/** Where a new item of this label would go: on top of its section, or to its end. */
async function placeOnOtherList(unit: Unit, label: string, toListUid: string): Promise<Place> {
	const { addsOnTop } = await lockList(unit, toListUid);
	if (addsOnTop) return { toListUid, afterItemUid: '' };
	const remembered = await rememberedSections(unit, toListUid, [label]);
	const sectionUid = remembered.get(placeKey(label));
	const there = inSection(await itemsOf(unit, toListUid), sectionUid ?? null);
	return { toListUid, sectionUid, afterItemUid: there.at(-1)?.uid ?? '' };
}

/** The new place of the item on its own list; undefined where it stays. */
async function placeFor(
	unit: Unit,
	item: LockedItem,
	items: readonly Placed[],
	{ sectionUid, step }: Pick<Placing, 'sectionUid' | 'step'>
): Promise<Place | undefined> {
	if (sectionUid !== undefined) return endOf(items, sectionUid, item.uid);
	if (step === 'top') return { afterItemUid: '' };
	return step && afterStep(unit, item, items, step);
}

/** The place one step away. Ticked items are folded away, so a step passes them by. */
async function afterStep(
	unit: Unit,
	item: LockedItem,
	items: readonly Placed[],
	step: 'up' | 'down'
): Promise<Place | undefined> {
	const around = inSection(items, item.sectionUid);
	const open = around.filter(({ uid, doneAt }) => !doneAt || uid === item.uid);
	const at = open.findIndex(({ uid }) => uid === item.uid);
	const neighbour = open[step === 'up' ? at - 1 : at + 1];
	if (!neighbour) return intoNextSection(unit, item, items, step);
	const [aboveIt = ''] = allAbove(around, neighbour.uid);
	return { afterItemUid: step === 'up' ? aboveIt : neighbour.uid };
}

/** The place for a step beyond the edge of a section: the end of the section above, or the top of the one below. */
async function intoNextSection(
	unit: Unit,
	{ uid, listUid, sectionUid }: LockedItem,
	items: readonly Placed[],
	step: 'up' | 'down'
): Promise<Place | undefined> {
	const sections = ['', ...(await sectionsOn(unit, listUid)).map((section) => section.uid)];
	const next = sections[sections.indexOf(sectionUid ?? '') + (step === 'up' ? -1 : 1)];
	if (next === undefined) return undefined;
	return step === 'up' ? endOf(items, next, uid) : { sectionUid: next, afterItemUid: '' };
}

function endOf(items: readonly Placed[], sectionUid: string, itemUid: string): Place {
	const others = inSection(items, sectionUid || null).filter(({ uid }) => uid !== itemUid);
	return { sectionUid, afterItemUid: others.at(-1)?.uid ?? '' };
}

const inSection = (items: readonly Placed[], sectionUid: string | null): Placed[] =>
	items.filter((item) => item.sectionUid === sectionUid);

/** The items above this one, ticked or not, the nearest first. */
function allAbove(items: readonly Placed[], itemUid: string): string[] {
	const at = items.findIndex(({ uid }) => uid === itemUid);
	return items
		.slice(0, at)
		.map(({ uid }) => uid)
		.reverse();
}
