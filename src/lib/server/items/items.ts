import { madeOnce } from '../../client/format/made-once.ts';
import { reused } from '../../client/format/reused.ts';
import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import {
	archivedByJoin,
	asList,
	countedList,
	listColumns,
	type List,
	type ListRow
} from '../lists/list.ts';
import { credentialOf, may, type MemberCaller } from '../kernel/caller.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { KnownSection } from '../sections/section.ts';
import { knownSectionColumns, knownSectionsOf, type KnownRow } from '../sections/store.ts';
import type { Item, PlacedItem } from './fields.ts';
import { newestColumns, newestJoin, type Newest } from './version.ts';
import { itemsAsJson, itemsOf } from './store.ts';

export type ListRead = { list: List; items: PlacedItem[]; sections: KnownSection[] };

type WholeRow = Omit<ListRow, 'openCount' | 'doneCount'> & Newest & KnownRow & { items: string };

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

/**
 * The same objects as before, where the list has not changed: their JSON is made once. For each credential, so that nobody is given what was
 * made for another.
 */
function readFor(row: WholeRow, caller: MemberCaller): ListRead {
	const reads = readsOf(row);
	const asker = `${credentialOf(caller)} ${may(caller, 'read')} ${may(caller, 'write')}`;
	const known = reads.get(asker);
	if (known) return known;
	if (reads.size === maxReads) reads.clear();
	const read = reused(asRead(row, caller));
	reads.set(asker, read);
	return read;
}

const readsOf = madeOnce((_row: WholeRow) => new Map<string, ListRead>());

/** A script may sign in for each read, and a list may stay as it is for months. */
const maxReads = 20;

function asRead(row: WholeRow, caller: MemberCaller): ListRead {
	const items = itemsOf(row);
	const doneCount = items.filter(({ done }) => done).length;
	const openCount = items.length - doneCount;
	const list = asList({ ...row, openCount, doneCount }, caller);
	return { list, items, sections: knownSectionsOf(row) };
}

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
