import { lockLists } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { placeKey } from '../../client/format/place-key.ts';
import { placesOf, type Place, type Step } from '../../client/format/places.ts';
import type { Unit } from '../kernel/unit.ts';
import { lockList } from '../lists/lock.ts';
import { rememberedSections } from '../sections/remembered-sections.ts';
import { inManualOrder, sectionJoin, sectionsOn } from '../sections/store.ts';
import { moveItem } from './move.ts';
import { lockItem, type LockedItem } from './lock.ts';

type Placing = {
	itemUid: string;
	/** To this list: to where a new item of its label would go, or with `belowItemUids` back to where it was. */
	toListUid?: string | undefined;
	/** To the end of this section of its own list, or with `belowItemUids` back into it; "" stands for the items in no section. */
	sectionUid?: string | undefined;
	/**
	 * Back below the first of these that is still in the section, or to its top where none of them is. If the section is gone,
	 * the item goes to those in no section.
	 */
	belowItemUids?: string[] | undefined;
	/** One step among the open items of its own list, or to the top of its section. */
	step?: Step | undefined;
};

/** How many of the items above are returned. If all of them are gone at the undo, the item goes to the top of its section. */
const mostAbove = 10;

/**
 * Moves an item for the pages, by the list as it is now and not as the page last showed it. Returns where the item was, with the
 * items above it, the nearest first. So an undo is right even if somebody else has just moved the item.
 */
export async function placeItem(
	unit: Unit,
	placing: Placing
): Promise<{ wasOnListUid: string; wasInSectionUid: string; wasBelowItemUids: string[] }> {
	const { itemUid, toListUid = '' } = placing;
	await lockLists(unit, { listUids: [toListUid], itemUids: [itemUid] });
	const item = await lockItem(unit, itemUid);
	const here = await placesOn(unit, item.listUid);
	const move = await moveFor(unit, item, here, placing);
	if (move) await moveItem(unit, { itemUid, ...move });
	return {
		wasOnListUid: item.listUid,
		wasInSectionUid: item.sectionUid ?? '',
		wasBelowItemUids: here.of(itemUid).below.slice(0, mostAbove)
	};
}

/** Undefined where the item stays. */
async function moveFor(
	unit: Unit,
	{ uid, label, listUid: ownUid }: LockedItem,
	here: Awaited<ReturnType<typeof placesOn>>,
	{ toListUid, sectionUid, belowItemUids, step }: Placing
): Promise<Move | undefined> {
	const listUid = toListUid || ownUid;
	if (belowItemUids) return moveBelowNearest(unit, uid, { listUid, sectionUid, belowItemUids });
	if (listUid !== ownUid) return moveToOtherList(unit, { uid, label }, listUid);
	if (sectionUid !== undefined) return { ...moveTo(here.endOf(sectionUid, uid)), sectionUid };
	const place = step && here.after(uid, step);
	return place && moveTo(place);
}

type Move = { toListUid?: string; sectionUid?: string | undefined; afterItemUid: string };

const moveTo = ({ below: [afterItemUid = ''], sectionUid }: Place): Move => ({
	afterItemUid,
	sectionUid
});

/** The items and the sections of a list and the places on it, as they are now. */
async function placesOn(unit: Unit, listUid: string) {
	const rows = await unit.read.query<{
		uid: string;
		sectionUid: string | null;
		doneAt: Date | string | null;
	}>(sql`
		SELECT i."uid", i."sectionUid", i."doneAt" FROM "Item" i ${sectionJoin}
		WHERE i."listUid" = ${listUid} AND i."deletedAt" IS NULL ORDER BY ${inManualOrder}`);
	const sections = (await sectionsOn(unit, listUid)).map(({ uid }) => uid);
	const items = rows.map(({ uid, sectionUid, doneAt }) => ({
		...{ uid, done: doneAt !== null },
		sectionUid: sectionUid ?? ''
	}));
	return { items, sections, ...placesOf(items, sections) };
}

/** Below the first of these items that is still there, on this list and in this section. */
async function moveBelowNearest(
	unit: Unit,
	itemUid: string,
	to: { listUid: string; sectionUid?: string | undefined; belowItemUids: string[] }
): Promise<Move> {
	await lockList(unit, to.listUid);
	const { items, sections, endOf } = await placesOn(unit, to.listUid);
	const sectionUid = sections.find((uid) => uid === to.sectionUid) ?? '';
	const around = items.filter((item) => item.sectionUid === sectionUid && item.uid !== itemUid);
	// A place names only the nearest of the items above it, so it does not tell who is still there.
	const there = new Set(around.map(({ uid }) => uid));
	const below = to.belowItemUids.filter((uid) => there.has(uid));
	return { toListUid: to.listUid, ...moveTo({ ...endOf(sectionUid, itemUid), below }) };
}

/** To where a new item of this label would go: on top of its section, or to its end. */
async function moveToOtherList(
	unit: Unit,
	{ uid, label }: { uid: string; label: string },
	toListUid: string
): Promise<Move> {
	const { addsOnTop } = await lockList(unit, toListUid);
	if (addsOnTop) return { toListUid, afterItemUid: '' };
	const remembered = await rememberedSections(unit, toListUid, [label]);
	const sectionUid = remembered.get(placeKey(label));
	const { endOf } = await placesOn(unit, toListUid);
	return { ...moveTo(endOf(sectionUid ?? '', uid)), toListUid, sectionUid };
}
