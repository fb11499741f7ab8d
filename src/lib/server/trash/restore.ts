import * as m from '../../paraglide/messages.js';
import { lockLists } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { updateEach } from '../data/update-rows.ts';
import { roomOn } from '../items/room.ts';
import { refuseIfTooMuchText, type WrittenTexts } from '../items/texts-limit.ts';
import { textBytesColumn } from '../items/text-bytes.ts';
import { may } from '../kernel/caller.ts';
import { forbidden, missing, notYet, Refusal } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { undeleted } from '../kernel/deletion.ts';
import { touchList } from '../lists/lock.ts';
import {
	asEntry,
	deletedItems,
	deletedLists,
	getTrashPage,
	type Row,
	type TrashEntry
} from './trash.ts';

/** Brings a list or an item back where it was. */
export async function restore(unit: Unit, { uid }: { uid: string }): Promise<void> {
	await restoreEntries(unit, { uids: [uid] });
}

/** Records that it is back. A token that may write and not read learns what it has brought back, and not who deleted it, when and from where. */
function recordRestored(unit: Unit, row: Row): TrashEntry {
	const { uid, listUid } = row;
	if (isOfList(uid)) unit.record({ kind: 'list.restored', listUid });
	else unit.record({ kind: 'item.restored', listUid, itemUid: uid });
	const entry = asEntry(row);
	return may(actor(unit), 'read') ? entry : { ...entry, ...unread };
}

const unread = { listName: '', deletedAt: '', deletedByName: '', deletedViaToken: '', purgeAt: '' };

/**
 * Brings all of them back where they were, or none. Lists come first, so that an item may come back to one of them.
 * Without uids nothing is restored, and the entries are the latest that could be.
 */
export async function restoreEntries(
	unit: Unit,
	{ uids = [] }: { uids?: string[] | undefined }
): Promise<{ restoredCount: number; entries: TrashEntry[] }> {
	if (uids.length === 0) return { restoredCount: 0, ...(await restorable(unit)) };
	const inOrder = [...new Set(uids)].sort(
		(one, other) => Number(isOfList(other)) - Number(isOfList(one))
	);
	await lockLists(unit, { listUids: inOrder, itemUids: inOrder });
	const lists = await deletedLists(unit, inOrder);
	const back = ({ uid }: Row) => ({ uid, ...undeleted });
	await updateEach(
		unit.db,
		'List',
		lists.map((list) => ({ ...back(list), updatedAt: unit.now }))
	);
	const items = await deletedItems(unit, inOrder);
	const rows = new Map([...lists, ...items].map((row) => [row.uid, row]));
	for (const uid of inOrder) if (!rows.has(uid)) throw await notInTrash(unit, uid, inOrder);
	await refuseIfNoPlace(unit, items);
	for (const listUid of new Set(items.map((item) => item.listUid))) await touchList(unit, listUid);
	await updateEach(unit.db, 'Item', items.map(back));
	const entries = inOrder
		.flatMap((uid) => rows.get(uid) ?? [])
		.map((row) => recordRestored(unit, row));
	const written = await unit.read.query<WrittenTexts>(sql`
		SELECT i."listUid", ${textBytesColumn} AS "textBytes" FROM "Item" i WHERE i."uid" IN (${sql.join(inOrder)})`);
	await refuseIfTooMuchText(unit, written);
	return { restoredCount: entries.length, entries };
}

/**
 * The refusal of a restore. Somebody else may have brought the entry back, and only a caller who reaches it is told so. Of several
 * entries, the refusal names the one.
 */
async function notInTrash(unit: Unit, uid: string, wanted: string[]): Promise<Refusal> {
	if (wanted.length > 1) return new Refusal('missing', m.entry_missing({ uid }));
	const back = await unit.read.query(sql`
		SELECT l."uid" FROM "List" l
		WHERE l."uid" IN (${uid}, (SELECT i."listUid" FROM "Item" i WHERE i."uid" = ${uid} AND i."deletedAt" IS NULL))
			AND ${inReach(actor(unit))}`);
	return back.length > 0 ? new Refusal('missing', m.entry_is_back()) : missing('entry');
}

async function restorable(unit: Unit): Promise<{ entries: TrashEntry[] }> {
	if (!may(actor(unit), 'read')) throw forbidden(m.token_may_not_see_trash());
	const { entries } = await getTrashPage(unit, { page: 1 });
	return { entries };
}

const isOfList = (uid: string): boolean => uid.startsWith('lst_');

async function refuseIfNoPlace(unit: Unit, items: Row[]): Promise<void> {
	if (items.some(({ archivedAt }) => archivedAt)) throw notYet(m.restore_list_first());
	const byList = Map.groupBy(items, ({ listUid }) => listUid);
	const room = await roomOn(unit, { growing: [...byList.keys()], lengthening: [] });
	for (const [listUid, some] of byList)
		if (some.length > Number(room.items.get(listUid))) throw notYet(m.trash_list_full());
}
