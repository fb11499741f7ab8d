import * as m from '../../paraglide/messages.js';
import { isLocked, lockLists } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
import { missing, Refusal } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { refuseUnlessEditable, type Guarded } from '../lists/editable.ts';
import { touchLists } from '../lists/lock.ts';
import type { Named } from '../lists/list.ts';
import { itemColumns, itemJoins, type ItemRow } from './store.ts';

declare const locked: unique symbol;

/** An item as it is stored, on a list that nobody else can change until the transaction ends. */
export type LockedItem = ItemRow & { listUid: string; readonly [locked]: true };

/** Locks the item's list and reads the item. Throws where the caller may not change it. */
export async function lockItem(unit: Unit, itemUid: string): Promise<LockedItem> {
	const [item] = await lockItems(unit, [itemUid]);
	if (!item) throw missing('item');
	return item;
}

/** Locks and reads several items as `lockItem` does: each once, in the order in which they are named, and all or none. */
export async function lockItems(unit: Unit, itemUids: string[]): Promise<LockedItem[]> {
	const wanted = [...new Set(itemUids)];
	if (wanted.length === 0) return [];
	const rows = await readLocked(unit, wanted);
	if (rows.length < wanted.length) throw missingAmong(wanted, rows);
	for (const row of rows) refuseUnlessEditable(unit, row);
	const byUid = new Map(rows.map((row) => [row.uid, row]));
	return wanted.flatMap((uid) => byUid.get(uid) ?? []);
}

/** Locks the lists of the items and reads those in reach; again where an item was moved to a list not yet locked. */
async function readLocked(
	unit: Unit,
	itemUids: string[]
): Promise<readonly (LockedItem & Guarded)[]> {
	const locking = unit.held.size === 0 ? lockLists(unit, { itemUids }) : undefined;
	// Sent behind the lock, so it sees what earlier holders of the lock have committed.
	const reading = unit.read.query<LockedItem & Guarded>(sql`
		SELECT ${itemColumns}, i."listUid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt"
		FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" ${itemJoins}
		WHERE i."uid" IN (${sql.join(itemUids)}) AND i."deletedAt" IS NULL AND ${inReach(actor(unit))}`);
	const [rows] = await Promise.all([reading, locking]);
	const free = rows.map(({ listUid }) => listUid).filter((listUid) => !isLocked(unit, listUid));
	if (free.length === 0) return rows;
	await lockLists(unit, { listUids: free });
	return readLocked(unit, itemUids);
}

/** Names the one of several that is missing. One out of reach reads like one that never was. */
function missingAmong(wanted: string[], rows: readonly { uid: string }[]): Refusal {
	if (wanted.length === 1) return missing('item');
	const absent = wanted.find((wantedUid) => !rows.some(({ uid }) => uid === wantedUid));
	return new Refusal('missing', m.item_missing({ uid: String(absent) }));
}

/** The lists that these items stand on, with their names. A caller who may not read is told no name. */
export async function listsOf(unit: Unit, items: LockedItem[]): Promise<Named[]> {
	const uids = listUidsOf(items);
	if (!may(actor(unit), 'read')) return uids.map((uid) => ({ uid, name: '' }));
	return unit.db.list.findMany({
		where: { uid: { in: uids } },
		orderBy: { uid: 'asc' },
		select: { uid: true, name: true }
	});
}

/** Marks the lists of these items as changed now. */
export const touchListsOf = (unit: Unit, items: LockedItem[]): Promise<void> =>
	touchLists(unit, listUidsOf(items));

const listUidsOf = (items: LockedItem[]): string[] =>
	[...new Set(items.map(({ listUid }) => listUid))].sort();
