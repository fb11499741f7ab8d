import * as m from '../../paraglide/messages.js';
import type { Value } from '../data/sql.ts';
import { updateEach, type UpdatedRow } from '../data/update-rows.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import type { ChangeKind } from '../kernel/change-event.ts';
import { isSharedToEdit } from '../kernel/may-edit.ts';
import { isPastRestoring } from '../kernel/trash-period.ts';
import { presenceBefore } from '../kernel/undo.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { touchLists } from '../lists/lock.ts';
import { rememberSections } from '../sections/remembered-sections.ts';
import { columnsOf } from './fields.ts';
import { beforeUndo, bytesAfter, type Before, type Undoable } from './before-undo.ts';
import { takeRoom, type Way } from './room.ts';
import type { Fields, ToUndo } from './to-undo.ts';

/** Undoes these Changes of items, whose lists must be locked. Returns for each uid "", or why they cannot be undone. */
export async function undoItems(unit: Unit, items: ToUndo[]): Promise<Map<string, string>> {
	const reasons = new Map<string, string>();
	for (let from = 0; from < items.length; from += itemsAtOnce) {
		// SQLite runs on the event loop, so other requests get a turn.
		await yieldToOthers();
		const some = items.slice(from, from + itemsAtOnce);
		for (const [uid, reason] of await undoTogether(unit, some)) reasons.set(uid, reason);
	}
	return reasons;
}

/** How many items are read and written together. */
const itemsAtOnce = 1000;

async function undoTogether(unit: Unit, items: ToUndo[]): Promise<Map<string, string>> {
	const before = await beforeUndo(unit, items);
	const results = items.map((item) => [item.itemUid, undoItem(unit, item, before)] as const);
	await write(
		unit,
		results.flatMap(([, result]) => (typeof result === 'string' ? [] : result))
	);
	return new Map(results.map(([uid, result]) => [uid, typeof result === 'string' ? result : '']));
}

type Undone = { row: UpdatedRow; listUids: string[]; taught: Taught | undefined };

/** A section that the item's label goes to by itself from now on. */
type Taught = { listUid: string; label: string; sectionUid: string };

/**
 * Returns what is to be written, and records the Changes of the undo; or returns the reason why nothing can be undone. For an item
 * out of reach the reason says only that it is out of reach.
 */
function undoItem(
	unit: Unit,
	{ itemUid, changes, later, record }: ToUndo,
	before: Before
): Undone | string {
	const fields = before.fieldsOf(itemUid);
	const item = before.itemOf(itemUid);
	const cameFrom = fields.listUid ? before.listOf(fields.listUid) : item?.list;
	if (!item || !cameFrom) return m.undo_list_out_of_reach();
	const refusal = later || refusalBy(unit, item, cameFrom);
	if (refusal) return refusal;
	const { listUid: to = item.listUid, label = item.label } = fields;
	const sectionUid = sectionBefore(before, item, fields);
	const place = { sectionUid, rank: before.places.rankOf(itemUid) };
	const columns = { ...columnsBefore(fields), ...presenceBefore(unit, changes), ...place };
	if (before.places.isLost(itemUid) && changesNothing(item, columns)) return m.undo_place_unknown();
	const isDeleted = 'deletedAt' in columns ? columns.deletedAt : item.deletedAt;
	const lists = { from: item.deletedAt ? '' : item.listUid, to: isDeleted ? '' : to };
	const way = { ...lists, bytesBefore: bytesAfter(item), bytesAfter: bytesAfter(item, fields) };
	const noRoom = takeRoom(before.room, way);
	if (noRoom) return noRoom;
	const listUids = [...new Set([item.listUid, to])].sort();
	for (const listUid of listUids) record({ kind: effectOn(listUid, way), listUid, itemUid });
	const taught = sectionUid ? { listUid: to, label, sectionUid } : undefined;
	const row = { ...Object.fromEntries(given(columns)), uid: itemUid, updatedAt: unit.now };
	return { row, listUids, taught };
}

async function write(unit: Unit, undone: Undone[]): Promise<void> {
	const listUids = new Set(undone.flatMap((each) => each.listUids));
	if (listUids.size > 0) await touchLists(unit, [...listUids]);
	await updateEach(
		unit.db,
		'Item',
		undone.map(({ row }) => row)
	);
	const taught = undone.flatMap((each) => each.taught ?? []);
	for (const [listUid, labels] of Map.groupBy(taught, (each) => each.listUid))
		await rememberSections(unit, listUid, labels);
}

/** The kind of Change that an undo is on this list: the item leaves it, comes to it, or stays. */
function effectOn(listUid: string, { from, to }: Way): ChangeKind {
	if (from === to || (listUid !== from && listUid !== to)) return 'item.changed';
	if (from && to) return 'item.moved';
	return from ? 'item.deleted' : 'item.restored';
}

function refusalBy(unit: Unit, item: Undoable, cameFrom: Undoable['list']): string {
	if (isPastRestoring(item.deletedAt && timestamp(item.deletedAt), unit.now))
		return m.undo_deleted_too_long_ago();
	for (const list of [item.list, cameFrom]) {
		if (!isSharedToEdit(actor(unit), list)) return m.undo_list_not_editable();
		if (list.archivedAt) return m.undo_list_archived();
	}
	return '';
}

/**
 * The section that the item goes back to: the stored one if it still exists on that list, else none. Undefined where no
 * section is stored and the item stays on its list.
 */
function sectionBefore(
	{ isOnList }: Before,
	item: Undoable,
	{ sectionUid, listUid = item.listUid }: Partial<Fields>
): string | null | undefined {
	if (sectionUid) return isOnList(sectionUid, listUid) ? sectionUid : null;
	return sectionUid === null || listUid !== item.listUid ? null : undefined;
}

/** Whether these columns, of which the rank is to stay, have the values that the item has already. */
const changesNothing = (item: Undoable, columns: Record<string, Value | undefined>): boolean =>
	given(columns).every(
		([name, value]) => (name === 'listUid' || name === 'sectionUid') && item[name] === value
	);

/** The columns of the stored fields, but for the place, which depends on what the lists hold now. */
function columnsBefore(fields: Partial<Fields>) {
	const { doneAt, doneByUid, listUid } = fields;
	const tickedAt = doneAt === '' ? null : doneAt && new Date(doneAt);
	return { ...columnsOf(fields), doneByUid, listUid, doneAt: tickedAt };
}

/** The columns that get a value. The others stay as they are. */
const given = (columns: Record<string, Value | undefined>): [string, Value][] =>
	Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
