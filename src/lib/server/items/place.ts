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
	/** Below this item of its own list, or at the top of its section where that is "". */
	afterItemUid?: string | undefined;
	/** One step among the open items of its own list, or to the top of its section. */
	step?: (typeof steps)[number] | undefined;
};

/**
 * Moves an item for the pages, by the list as it is now and not as the page last showed it. Says where the item was, so
 * that an undo is right also where somebody else moved it a moment ago.
 */
export async function placeItem(
	unit: Unit,
	{ itemUid, toListUid = '', sectionUid, afterItemUid, step }: Placing
): Promise<{ wasOnListUid: string; wasInSectionUid: string; wasAfterItemUid: string }> {
	await lockLists(unit, { listUids: [toListUid], itemUids: [itemUid] });
	const item = await lockItem(unit, itemUid);
	const items = await itemsOf(unit, item.listUid);
	const place =
		toListUid && toListUid !== item.listUid
			? await placeOnOtherList(unit, item.label, toListUid)
			: await placeFor(unit, item, items, { sectionUid, afterItemUid, step });
	if (place) await moveItem(unit, { itemUid, ...place });
	return {
		wasOnListUid: item.listUid,
		wasInSectionUid: item.sectionUid ?? '',
		wasAfterItemUid: above(inSection(items, item.sectionUid), itemUid)
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
	{ sectionUid, afterItemUid, step }: Omit<Placing, 'itemUid'>
): Promise<Place | undefined> {
	if (afterItemUid !== undefined) return { sectionUid, afterItemUid };
	if (sectionUid !== undefined) return endOf(items, sectionUid, item.uid);
	if (step === 'top') return { afterItemUid: '' };
	const around = inSection(items, item.sectionUid);
	// Ticked items are folded away, so a step passes them by.
	const open = around.filter(({ uid, doneAt }) => !doneAt || uid === item.uid);
	const at = open.findIndex(({ uid }) => uid === item.uid);
	const neighbour = open[step === 'up' ? at - 1 : at + 1];
	if (neighbour && step === 'up') return { afterItemUid: above(around, neighbour.uid) };
	if (neighbour && step === 'down') return { afterItemUid: neighbour.uid };
	return step && intoNextSection(unit, item, items, step);
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

/** The item above this one, ticked or not; "" where it is the first. */
function above(items: readonly Placed[], itemUid: string): string {
	return items[items.findIndex(({ uid }) => uid === itemUid) - 1]?.uid ?? '';
}
