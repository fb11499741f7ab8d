import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, countedList, type List, type ListRow } from '../lists/list.ts';
import type { Item } from './fields.ts';
import { itemsAsJson, itemsOf } from './store.ts';

export async function getItem(
	unit: Unit,
	{ itemUid }: { itemUid: string }
): Promise<{ item: Item; list: List }> {
	const caller = actor(unit);
	const { columns, joins } = countedList(unit);
	const [row] = await unit.read.query<ListRow & { items: string }>(sql`
		SELECT ${columns}, ${itemsAsJson(unit.dialect, sql`i."uid" = ${itemUid}`)} AS "items"
		FROM "List" l ${joins}
		WHERE l."uid" = (SELECT "listUid" FROM "Item" WHERE "uid" = ${itemUid}) AND ${inReach(caller)}`);
	const item = row && itemsOf(row)[0];
	if (!item) throw missing('item');
	return { item, list: asList(row, caller) };
}
