import { Prisma } from '../data/client.ts';
import { missing, Refusal } from '../kernel/errors.ts';
import { archivedByJoin, countedColumns, type ListRow } from '../lists/list.ts';
import { refuseUnlessEditable } from '../lists/load.ts';
import { isLocked, lockLists } from '../data/locks.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asAnswered, asItem, itemColumns, itemJoins, type Item, type ItemRow } from './item.ts';

/** The item and its list, when this caller can reach the list; otherwise the same refusal as for one that never was. */
export async function loadItem(
	unit: Unit,
	itemUid: string
): Promise<{ item: ItemRow; list: ListRow }> {
	const caller = actor(unit);
	const [item] = await unit.db.$queryRaw<(ItemRow & { listUid: string })[]>(Prisma.sql`
		SELECT ${itemColumns}, i."listUid" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" ${itemJoins}
		WHERE i."uid" = ${itemUid} AND i."deletedAt" IS NULL AND ${inReach(caller)}`);
	if (!item) throw missing('item');
	const [list] = await unit.db.$queryRaw<ListRow[]>(Prisma.sql`
		SELECT ${countedColumns(caller)} FROM "List" l ${archivedByJoin} WHERE l."uid" = ${item.listUid}`);
	if (!list) throw missing('item');
	return { item, list };
}

export type LockedItem = Pick<
	ItemRow,
	'uid' | 'label' | 'quantity' | 'dueOn' | 'note' | 'doneAt' | 'doneByUid'
> & {
	listUid: string;
	rank: number;
};

/** The item as it is stored, when this caller may change it now; and nobody else can until the transaction ends. */
export async function lockItem(unit: Unit, itemUid: string): Promise<LockedItem> {
	const [item] = await lockItems(unit, [itemUid]);
	if (!item) throw missing('item');
	return item;
}

/** The same for several, each once and in the order they are named. */
export async function lockItems(unit: Unit, itemUids: string[]): Promise<LockedItem[]> {
	const wanted = [...new Set(itemUids)];
	if (wanted.length === 0) return [];
	if (unit.held.size === 0) await lockLists(unit, { itemUids: wanted });
	const rows = await heldItems(unit, wanted);
	if (rows.length < wanted.length) throw missingAmong(wanted, rows);
	for (const row of rows) refuseUnlessEditable(unit, row);
	return inOrderOf(wanted, rows);
}

/**
 * Those in reach, read once their lists are held: what was read before may be over by then, with the item on another list and
 * this one out of reach.
 */
async function heldItems(unit: Unit, itemUids: string[]): Promise<(LockedItem & Guard)[]> {
	const rows = await unit.db.$queryRaw<(LockedItem & Guard)[]>(Prisma.sql`
		SELECT i."uid", i."listUid", i."label", i."quantity", i."dueOn", i."note", i."rank", i."doneAt", i."doneByUid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt"
		FROM "Item" i JOIN "List" l ON l."uid" = i."listUid"
		WHERE i."uid" IN (${Prisma.join(itemUids)}) AND i."deletedAt" IS NULL AND ${inReach(actor(unit))}`);
	const free = rows.map(({ listUid }) => listUid).filter((listUid) => !isLocked(unit, listUid));
	if (free.length === 0) return rows;
	await lockLists(unit, { listUids: free });
	return heldItems(unit, itemUids);
}

/** Says of several which one it is; that it is out of reach is told no otherwise than that it never was. */
function missingAmong(wanted: string[], rows: { uid: string }[]): Refusal {
	if (wanted.length === 1) return missing('item');
	const absent = wanted.find((wantedUid) => !rows.some(({ uid }) => uid === wantedUid));
	return new Refusal(
		'missing',
		`There is no item ${absent} here, or none that you can see. None of them was changed.`
	);
}

/** The item as the answer to a command shows it; `sent` are the fields that the caller has just set. */
export async function itemAnswer(
	unit: Unit,
	itemUid: string,
	sent: (keyof Item)[]
): Promise<{ item: Item }> {
	const [row] = await unit.db.$queryRaw<ItemRow[]>(Prisma.sql`
		SELECT ${itemColumns} FROM "Item" i ${itemJoins} WHERE i."uid" = ${itemUid}`);
	if (!row) throw missing('item');
	return { item: asAnswered(actor(unit), asItem(row), sent) };
}

/** The items as the answer to a command shows them, each once and in the order they are named. */
export async function itemsAnswer(
	unit: Unit,
	itemUids: string[],
	sent: (keyof Item)[]
): Promise<{ items: Item[] }> {
	const wanted = [...new Set(itemUids)];
	if (wanted.length === 0) return { items: [] };
	const rows = await unit.db.$queryRaw<ItemRow[]>(Prisma.sql`
		SELECT ${itemColumns} FROM "Item" i ${itemJoins} WHERE i."uid" IN (${Prisma.join(wanted)})`);
	const shown = inOrderOf(wanted, rows).map((row) => asAnswered(actor(unit), asItem(row), sent));
	return { items: shown };
}

function inOrderOf<Row extends { uid: string }>(uids: string[], rows: Row[]): Row[] {
	const place = new Map(uids.map((uid, index) => [uid, index]));
	const placeOf = ({ uid }: Row) => place.get(uid) ?? uids.length;
	return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

type Guard = Parameters<typeof refuseUnlessEditable>[1];
