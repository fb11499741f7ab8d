import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { archivedByJoin, listColumns } from '../lists/list.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { knownSectionColumns } from '../sections/store.ts';
import { newestColumns, newestJoin, type Newest } from './newest.ts';
import { itemsAsJson } from './store.ts';
import { readFor, type ListRead, type WholeRow } from './kept-reads.ts';

/** A list with its items in manual order, and its sections, which only assistants are told. */
export function getList(unit: Unit, { listUid }: { listUid: string }): Promise<ListRead> {
	return readList(unit, listUid);
}

/**
 * A list with its items in manual order and its sections, and the newest Change that these include. One query reads it all: two could
 * miss what is committed between them.
 */
export async function readList(
	unit: Unit,
	listUid: string
): Promise<ListRead & { newest: Newest }> {
	const caller = actor(unit);
	const [row] = await unit.read.query<WholeRow>(sql`
		SELECT ${listColumns(caller)}, ${newestColumns}, ${knownSectionColumns(unit)},
			${itemsAsJson(unit.dialect)} AS "items"
		FROM "List" l ${archivedByJoin} ${newestJoin(unit)}
		WHERE l."uid" = ${listUid} AND ${inReach(caller)}`);
	if (!row) throw missing('list');
	return { ...readFor(row, caller), newest: row };
}
