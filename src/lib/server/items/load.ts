import { sql } from '../data/sql.ts';
import { may, type MemberCaller } from '../kernel/caller.ts';
import { missing } from '../kernel/errors.ts';
import { archivedByJoin, countedColumns, type ListRow } from '../lists/list.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { eachText, type Item } from './fields.ts';
import { asItem, itemColumns, itemJoins, type ItemRow } from './store.ts';

/**
 * The item and its list, if this caller reaches the list. Otherwise throws the same refusal as for an item that never
 * was.
 */
export async function loadItem(
	unit: Unit,
	itemUid: string
): Promise<{ item: ItemRow; list: ListRow }> {
	const caller = actor(unit);
	const [item] = await unit.read.query<ItemRow & { listUid: string }>(sql`
		SELECT ${itemColumns}, i."listUid" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" ${itemJoins}
		WHERE i."uid" = ${itemUid} AND i."deletedAt" IS NULL AND ${inReach(caller)}`);
	if (!item) throw missing('item');
	const [list] = await unit.read.query<ListRow>(sql`
		SELECT ${countedColumns(caller)} FROM "List" l ${archivedByJoin} WHERE l."uid" = ${item.listUid}`);
	if (!list) throw missing('item');
	return { item, list };
}

/** The item as the answer to a command shows it; `sent` are the fields that the caller has just set. */
export const itemAnswer = (unit: Unit, row: ItemRow, sent: (keyof Item)[]): { item: Item } => ({
	item: asAnswered(actor(unit), asItem(row), sent)
});

/** The rows in the order in which their uids are named. */
export function inOrderOf<Row extends { uid: string }>(
	uids: string[],
	rows: readonly Row[]
): Row[] {
	const place = new Map(uids.map((uid, index) => [uid, index]));
	const placeOf = ({ uid }: Row) => place.get(uid) ?? uids.length;
	return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * An item as the answer to a command shows it. A token that may write and not read learns the label of what it changed, and
 * nothing else but what it sent itself.
 */
function asAnswered(caller: MemberCaller, item: Item, sent: (keyof Item)[]): Item {
	if (may(caller, 'read')) return item;
	const known = sent.map((field) => [field, item[field]]);
	return { ...unread, uid: item.uid, label: item.label, ...Object.fromEntries(known) };
}

const unread: Item = {
	uid: '',
	...eachText(() => ''),
	done: false,
	addedByName: '',
	doneByName: '',
	doneAt: '',
	doneByUid: '',
	addedViaToken: ''
};
