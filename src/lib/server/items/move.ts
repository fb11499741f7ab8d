import * as m from '../../paraglide/messages.js';
import { updateRows } from '../data/update-rows.ts';
import { malformed, notYet } from '../kernel/errors.ts';
import { lockForEdit, touchList } from '../lists/lock.ts';
import { isLocked, lockLists } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import { placeKey } from '../../client/format/place-key.ts';
import { rememberedSections, rememberSections } from '../sections/remembered-sections.ts';
import { refuseUnlessOn } from '../sections/lock.ts';
import { sectionsNamed } from '../sections/find-or-make.ts';
import { maxItemsPerList } from './fields.ts';
import { rankBetween } from './rank.ts';
import { renumber } from './store.ts';
import { listsOf, lockItem, lockItems, type LockedItem } from './lock.ts';
import { refuseIfTooMuchText } from './texts-limit.ts';
import { bytesOf } from './text-bytes.ts';

type Move = {
	itemUid: string;
	afterItemUid?: string | undefined;
	toListUid?: string | undefined;
	sectionUid?: string | undefined;
};

type OnOneList = Omit<Move, 'toListUid'>;

/**
 * Places the item after another, or at the top of its section where `afterItemUid` is empty; on its own list, or on another one
 * in reach. A new section is remembered: from then on items of this label go there by themselves.
 */
export async function moveItem(unit: Unit, { toListUid = '', ...place }: Move): Promise<void> {
	const itemUids = [place.itemUid];
	if (toListUid && !isLocked(unit, toListUid))
		await lockLists(unit, { listUids: [toListUid], itemUids });
	await moveEach(unit, { items: await lockItems(unit, itemUids), moves: [place], toListUid });
}

type Each = { items: LockedItem[]; moves: OnOneList[]; toListUid: string };

/** Moves items one after another, each once, as `moveItem` does. The target is looked at once for all of them. */
async function moveEach(unit: Unit, { items, moves, toListUid }: Each): Promise<void> {
	const coming = items.filter(({ listUid }) => toListUid && listUid !== toListUid);
	if (coming.length > 0) await lockTarget(unit, toListUid, coming.length);
	const changed = new Set<string>();
	const known = new Map(items.map((item) => [item.uid, item]));
	for (const move of moves) {
		const item = known.get(move.itemUid) ?? (await lockItem(unit, move.itemUid));
		const effect = await moveOne(unit, item, move, toListUid);
		if (effect) changed.add(item.listUid);
		// The list was numbered anew, so the others are not at the ranks that were read.
		if (effect?.everyItem) known.clear();
	}
	for (const listUid of changed) await touchList(unit, listUid);
	const written = coming.map((item) => ({ listUid: toListUid, textBytes: bytesOf(item) }));
	await refuseIfTooMuchText(unit, written);
}

/** Marks the list as changed now. Throws where the caller may not change it, or where it cannot take so many more items. */
async function lockTarget(unit: Unit, listUid: string, coming: number): Promise<void> {
	const columns = sql`, (
		SELECT COUNT(*) FROM "Item" i WHERE i."listUid" = l."uid" AND i."deletedAt" IS NULL) AS "count"`;
	const { count } = await lockForEdit<Counted>(unit, listUid, { columns, join: sql.empty });
	if (Number(count) + coming > maxItemsPerList) throw notYet(m.list_full_for_move());
}

type Counted = { count: bigint | number };

/** Returns undefined where the item stays where it is. */
async function moveOne(
	unit: Unit,
	item: LockedItem,
	{ itemUid, afterItemUid = '', sectionUid: wanted }: OnOneList,
	toListUid: string
): Promise<{ everyItem?: true } | undefined> {
	const from = item.listUid;
	const to = toListUid || from;
	if (afterItemUid === itemUid && to === from && isIn(item, wanted)) return undefined;
	const target = { listUid: to, itemUid, afterItemUid };
	const anchor = await anchorOf(unit, target);
	const sectionUid = await sectionFor(unit, item, { listUid: to, wanted, anchor });
	const place = { ...target, sectionUid };
	const { rank, ...effect } = await rankAt(unit, place, anchor);
	// If the list was numbered anew, the item has another rank now.
	const oldRank = effect.everyItem ? (await lockItem(unit, itemUid)).place : item.place;
	const moved = { listUid: to, sectionUid, rank, updatedAt: unit.now };
	await updateRows(unit.db, 'Item', [itemUid], moved);
	if (mustRemember(item, place, wanted))
		await rememberSections(unit, to, [{ label: item.label, sectionUid }]);
	const was = { listUid: from, rank: oldRank, sectionUid: item.sectionUid };
	for (const listUid of new Set([from, to]))
		unit.record({ kind: 'item.moved', listUid, itemUid, was, ...(listUid === to ? effect : {}) });
	return effect;
}

type Moves = Omit<Move, 'itemUid'> & {
	itemUids: string[];
	/** The name of the section, in place of its uid. The section is made where there is none of the name. */
	sectionName?: string | undefined;
};

/** Places items one after another, in the order they are named, after an item or at the top of their section. */
export async function moveItems(
	unit: Unit,
	{ itemUids, afterItemUid = '', toListUid = '', ...wanted }: Moves
): Promise<{ movedCount: number; lists: Named[]; newSections: Named[] }> {
	await lockLists(unit, { listUids: [toListUid], itemUids });
	const items = await lockItems(unit, itemUids);
	const listUid = toListUid || (items[0]?.listUid ?? '');
	const { sectionUid, made } = await sectionWanted(unit, listUid, wanted);
	const inOrder = [...new Set(itemUids)];
	const places = afterItemUid
		? inOrder.map((itemUid, index) => ({
				itemUid,
				afterItemUid: inOrder[index - 1] ?? afterItemUid
			}))
		: // The last of them first: each comes to the top of its section, above those that were named after it.
			inOrder.toReversed().map((itemUid) => ({ itemUid }));
	const moves = places.map((place) => ({ ...place, sectionUid }));
	await moveEach(unit, { items, moves, toListUid });
	return {
		movedCount: inOrder.length,
		lists: await listsOf(unit, await lockItems(unit, inOrder)),
		newSections: made
	};
}

/**
 * The uid of the section that was asked for, and the section itself where it had to be made. A name is looked up on the list that
 * the items go to, else on the list of the first item: `listUid`.
 */
async function sectionWanted(
	unit: Unit,
	listUid: string,
	{ sectionUid, sectionName }: Pick<Moves, 'sectionUid' | 'sectionName'>
): Promise<{ sectionUid: string | undefined; made: Named[] }> {
	if (sectionName === undefined) return { sectionUid, made: [] };
	const { uids, made } = await sectionsNamed(unit, listUid, [
		{ field: 'sectionName', name: sectionName }
	]);
	return { sectionUid: uids.get(sectionName), made };
}

/** Where the item is to go: after another item of the list, or to the top of its section where `afterItemUid` is "". */
type Target = { listUid: string; itemUid: string; afterItemUid: string };
type Place = Target & { sectionUid: string | null };

/** The item to stand after, and the rank of the next item of the list, which may be in another section. */
type Anchor = { rank: number; sectionUid: string | null; nextRank: number | null };

/** The section that the item comes to: the one that is named, else the anchor's, its own, or where it last stood on that list. */
async function sectionFor(
	unit: Unit,
	item: LockedItem,
	{ listUid, wanted, anchor }: { listUid: string; wanted?: string; anchor?: Anchor }
): Promise<string | null> {
	if (wanted !== undefined) {
		await refuseUnlessOn(unit, listUid, [{ field: 'sectionUid', sectionUid: wanted }]);
		if (anchor && (anchor.sectionUid ?? '') !== wanted)
			throw malformed('afterItemUid', m.place_not_in_section());
		return wanted || null;
	}
	if (anchor) return anchor.sectionUid;
	if (listUid === item.listUid) return item.sectionUid;
	const remembered = await rememberedSections(unit, listUid, [item.label]);
	return remembered.get(placeKey(item.label)) ?? null;
}

/** Whether the item is in the wanted section already. It is where no section is wanted. */
const isIn = (item: LockedItem, wanted = item.sectionUid ?? ''): boolean =>
	(item.sectionUid ?? '') === wanted;

/** Whether to remember the section for the item's label. On a list without sections there is nothing to write. */
function mustRemember(item: LockedItem, place: Place, wanted: string | undefined): boolean {
	if (place.listUid === item.listUid) return place.sectionUid !== item.sectionUid;
	return place.sectionUid !== null || wanted !== undefined;
}

/** The rank for an item at this place. Where there is no room, numbers the list anew, a change of every item. */
async function rankAt(
	unit: Unit,
	place: Place,
	anchor: Anchor | undefined
): Promise<{ rank: number; everyItem?: true }> {
	const next = anchor ? anchor.nextRank : await firstRank(unit, place);
	const rank = rankBetween(anchor?.rank, next ?? undefined);
	if (rank !== undefined) return { rank };
	await renumber(unit, place.listUid);
	const { rank: free } = await rankAt(unit, place, await anchorOf(unit, place));
	return { rank: free, everyItem: true };
}

/**
 * Reads the item to stand after, if there is to be one. Throws where it is not on this list. The next rank is read without the
 * item that is moved.
 */
async function anchorOf(
	unit: Unit,
	{ listUid, itemUid, afterItemUid }: Target
): Promise<Anchor | undefined> {
	if (!afterItemUid) return undefined;
	const [anchor] = await unit.read.query<Anchor>(sql`
		SELECT a."rank", a."sectionUid", (
			SELECT i."rank" FROM "Item" i WHERE i."listUid" = a."listUid" AND i."deletedAt" IS NULL AND i."uid" <> ${itemUid}
				AND (i."rank", i."uid") > (a."rank", a."uid")
			ORDER BY i."rank", i."uid" LIMIT 1
		) AS "nextRank"
		FROM "Item" a WHERE a."uid" = ${afterItemUid} AND a."listUid" = ${listUid} AND a."deletedAt" IS NULL`);
	if (!anchor) throw malformed('afterItemUid', m.place_not_on_list());
	return anchor;
}

/** The rank of the first item of this section, or of those without one; null where there is none. */
async function firstRank(
	unit: Unit,
	{ listUid, sectionUid, itemUid }: Place
): Promise<number | null> {
	const inSection = sectionUid ? sql`i."sectionUid" = ${sectionUid}` : sql`i."sectionUid" IS NULL`;
	const [first] = await unit.read.query<{ rank: number }>(sql`
		SELECT i."rank" FROM "Item" i
		WHERE i."listUid" = ${listUid} AND ${inSection} AND i."deletedAt" IS NULL AND i."uid" <> ${itemUid}
		ORDER BY i."rank", i."uid" LIMIT 1`);
	return first?.rank ?? null;
}
