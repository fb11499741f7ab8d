import { Prisma } from '../../platform/database.ts';
import { missing } from '../errors.ts';
import { archivedByJoin, listColumns, type ListRow } from '../lists/list.ts';
import { refuseUnlessEditable } from '../lists/reached.ts';
import { inReach } from '../reach.ts';
import { actor, type Unit } from '../unit.ts';
import { asItem, itemColumns, itemJoins, type Item, type ItemRow } from './item.ts';

/** The item and its list, when this caller can reach the list; otherwise the same refusal as for one that never was. */
export async function reachedItem(
	unit: Unit,
	itemUid: string
): Promise<{ item: ItemRow; list: ListRow }> {
	const caller = actor(unit);
	const [item] = await unit.db.$queryRaw<(ItemRow & { listUid: string })[]>(Prisma.sql`
		SELECT ${itemColumns}, i."listUid" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" ${itemJoins}
		WHERE i."uid" = ${itemUid} AND i."deletedAt" IS NULL AND ${inReach(caller)}`);
	if (!item) throw missing('item');
	const [list] = await unit.db.$queryRaw<ListRow[]>(Prisma.sql`
		SELECT ${listColumns(caller)} FROM "List" l ${archivedByJoin} WHERE l."uid" = ${item.listUid}`);
	if (!list) throw missing('item');
	return { item, list };
}

export type ItemToChange = Pick<
	ItemRow,
	'uid' | 'label' | 'quantity' | 'dueOn' | 'note' | 'doneAt' | 'doneByUid'
> & {
	listUid: string;
	rank: number;
};

/** The item as it is stored, when this caller may change it now. */
export async function itemToChange(unit: Unit, itemUid: string): Promise<ItemToChange> {
	const [row] = await unit.db.$queryRaw<(ItemToChange & Guard)[]>(Prisma.sql`
		SELECT i."uid", i."listUid", i."label", i."quantity", i."dueOn", i."note", i."rank", i."doneAt", i."doneByUid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt"
		FROM "Item" i JOIN "List" l ON l."uid" = i."listUid"
		WHERE i."uid" = ${itemUid} AND i."deletedAt" IS NULL AND ${inReach(actor(unit))}`);
	if (!row) throw missing('item');
	refuseUnlessEditable(unit, row);
	return row;
}

/** The item as the answer to a command shows it. */
export async function theItem(unit: Unit, itemUid: string): Promise<{ item: Item }> {
	const [row] = await unit.db.$queryRaw<ItemRow[]>(Prisma.sql`
		SELECT ${itemColumns} FROM "Item" i ${itemJoins} WHERE i."uid" = ${itemUid}`);
	if (!row) throw missing('item');
	return { item: asItem(row) };
}

type Guard = Parameters<typeof refuseUnlessEditable>[1];
