import { sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
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

/**
 * The item as the answer to a command shows it. A token that may write and not read learns the label of what it changed, and of
 * the rest only the fields `sent`, which it has just set itself.
 */
export function itemAnswer(unit: Unit, row: ItemRow, sent: (keyof Item)[]): { item: Item } {
	const item = asItem(row);
	if (may(actor(unit), 'read')) return { item };
	const { uid, label } = item;
	const known = sent.map((field) => [field, item[field]]);
	return { item: { ...unread, uid, label, ...Object.fromEntries(known) } };
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
