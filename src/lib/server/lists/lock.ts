import { lockHousehold, lockLists } from '../data/locks.ts';
import { updateRows } from '../data/update-rows.ts';
import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { ListRow } from './list.ts';
import { refuseUnlessEditable, type Guarded } from './editable.ts';
import { loadList, loadOwnList } from './load.ts';

declare const locked: unique symbol;

/**
 * A list that nobody else can change until the transaction ends, as read once it was locked. A function that decides by a
 * list and then writes takes this type, so that a list that was only loaded does not compile.
 */
export type LockedList = ListRow & { readonly [locked]: true };

/** Locks the list and reads it. Throws where the caller does not reach it. */
export async function lockList(unit: Unit, listUid: string): Promise<LockedList> {
	await lockLists(unit, { listUids: [listUid] });
	return (await loadList(unit, listUid)) as LockedList;
}

/** Locks the list and reads it. Throws where the caller does not own it. */
export async function lockOwnList(
	unit: Unit,
	listUid: string,
	refusal: () => string
): Promise<LockedList> {
	await lockLists(unit, { listUids: [listUid] });
	return (await loadOwnList(unit, listUid, refusal)) as LockedList;
}

/**
 * Locks the household and then the list, for a change of who sees it. A caller who does not own it is refused before they wait
 * for the household, which all such changes queue for.
 */
export async function lockOwnListAndHousehold(
	unit: Unit,
	listUid: string,
	refusal: () => string
): Promise<LockedList> {
	await loadOwnList(unit, listUid, refusal);
	await lockHousehold(unit);
	return lockOwnList(unit, listUid, refusal);
}

/**
 * Locks the list and marks it as changed now. Throws where the caller may not change what is on it. `more` are columns to read with the
 * list, and the join that they come from.
 */
export async function lockForEdit<More = unknown>(
	unit: Unit,
	listUid: string,
	more = { columns: sql.empty, join: sql.empty }
): Promise<EditableList & More> {
	const locking = lockLists(unit, { listUids: [listUid] });
	// Sent behind the lock, so it sees what earlier holders of the lock have committed. Items are not counted unless `more` asks for
	// that: a long list would be read whole.
	const reading = unit.read.query<EditableList & Guarded & More>(sql`
		SELECT l."name", l."addsOnTop", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt" ${more.columns}
		FROM "List" l ${more.join} WHERE l."uid" = ${listUid} AND ${inReach(actor(unit))}`);
	const [[list]] = await Promise.all([reading, locking]);
	if (!list) throw missing('list');
	refuseUnlessEditable(unit, list);
	await touchList(unit, listUid);
	return list;
}

type EditableList = Pick<ListRow, 'name' | 'addsOnTop'>;

/** Marks the list as changed now. Its row stays locked until the transaction ends, so changes to one list follow each other. */
export const touchList = (unit: Unit, listUid: string): Promise<void> =>
	touchLists(unit, [listUid]);

/** `touchList` for several lists, which must be locked: in one statement, rows are not locked in an order. */
export async function touchLists(unit: Unit, listUids: string[]): Promise<void> {
	await updateRows(unit.db, 'List', listUids, { updatedAt: unit.now });
	for (const listUid of listUids) unit.held.add(listUid);
}
