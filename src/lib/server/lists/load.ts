import { sql } from '../data/sql.ts';
import { forbidden, missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { owns } from '../kernel/may-edit.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, countedList, type List, type ListRow } from './list.ts';

/** The list, if this caller reaches it. Otherwise throws the same refusal as for a list that never was. */
export async function loadList(unit: Unit, listUid: string): Promise<ListRow> {
	const { columns, joins } = countedList(unit);
	const [row] = await unit.read.query<ListRow>(sql`
		SELECT ${columns} FROM "List" l ${joins} WHERE l."uid" = ${listUid} AND ${inReach(actor(unit))}`);
	if (!row) throw missing('list');
	return row;
}

/** The list as the answer to a command shows it; `sent` are the fields that the caller has just set. */
export async function listAnswer(
	unit: Unit,
	listUid: string,
	sent: (keyof List)[] = []
): Promise<{ list: List }> {
	return { list: asList(await loadList(unit, listUid), actor(unit), sent) };
}

/** The list, if this caller owns it. Otherwise throws with `refusal`, which says that only its owner may. */
export async function loadOwnList(
	unit: Unit,
	listUid: string,
	refusal: () => string
): Promise<ListRow> {
	const list = await loadList(unit, listUid);
	if (!owns(actor(unit), list)) throw forbidden(refusal());
	return list;
}
