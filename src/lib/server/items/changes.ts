import type { Dialect } from '../data/dialect.ts';
import { sql, type Flag, type Sql } from '../data/sql.ts';
import { kindsWhere } from '../kernel/change-event.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, countedList, type ListRow } from '../lists/list.ts';
import { knownSectionColumns, knownSectionsOf, type KnownRow } from '../sections/store.ts';
import { readList } from './items.ts';
import type { ListRead } from './kept-reads.ts';
import { itemsAsJson, itemsOf } from './store.ts';
import { numberInVersion, versionOf } from './version.ts';
import { newestColumns, newestJoin, type Newest } from './newest.ts';

export type ListChanges = ListRead & { version: string; reset: boolean; removedItemUids: string[] };

/**
 * What changed on a list since a version of it: the items that may read differently, and the uids of those that are not on it any
 * more. Where the version is not enough to tell, the answer is the whole list, with `reset`. A client that applies the answers in
 * their order has the list as it is.
 */
export async function getChanges(
	unit: Unit,
	{ listUid, after = '' }: { listUid: string; after?: string | undefined }
): Promise<ListChanges> {
	const number = numberInVersion(after);
	const changes =
		number === undefined ? undefined : await changesSince(unit, listUid, after, number);
	if (changes) return changes;
	const { newest, ...read } = await readList(unit, listUid);
	return { ...read, version: versionOf(unit, listUid, newest), reset: true, removedItemUids: [] };
}

type Row = ListRow &
	Newest &
	KnownRow & {
		knownAt: Date | string;
		mayHaveMissed: Flag;
		items: string;
		removed: string;
	};

/** One query, so one snapshot. Undefined where the list is out of reach or nothing can continue from the version. */
async function changesSince(
	unit: Unit,
	listUid: string,
	after: string,
	number: number
): Promise<ListChanges | undefined> {
	const caller = actor(unit);
	const since = sql`c."listUid" = ${listUid} AND c."number" > ${number}`;
	const { columns, joins } = countedList(unit);
	const [row] = await unit.read.query<Row>(sql`
		SELECT ${columns}, ${newestColumns}, ${knownSectionColumns(unit)}, known."at" AS "knownAt",
			${mayHaveMissed(caller.member.uid, since, number)} AS "mayHaveMissed",
			${itemsAsJson(unit.dialect, isChanged(listUid, since, number))} AS "items",
			${removedAsJson(unit.dialect, since)} AS "removed"
		FROM "List" l ${joins} ${newestJoin(unit)} JOIN "Change" known ON known."number" = ${number}
		WHERE l."uid" = ${listUid} AND ${inReach(caller)}`);
	const isOurs =
		row && versionOf(unit, listUid, { newestNumber: number, newestAt: row.knownAt }) === after;
	if (!isOurs || row.mayHaveMissed) return undefined;
	const items = itemsOf(row);
	const removedItemUids: string[] = JSON.parse(row.removed);
	const isNew = items.length > 0 || removedItemUids.length > 0;
	return {
		list: asList(row, caller),
		// Without new changes the version stays, so that the answer and its ETag are the same as before.
		version: isNew ? versionOf(unit, listUid, row) : after,
		reset: false,
		items,
		sections: knownSectionsOf(row),
		removedItemUids
	};
}

/** A Change of the item itself, or one that may have changed any item. */
const isChanged = (listUid: string, since: Sql, number: number): Sql => sql`i."uid" IN (
	SELECT c."itemUid" FROM "Change" c WHERE ${since}
	UNION ALL
	SELECT every."uid" FROM "Item" every WHERE every."listUid" = ${listUid} AND EXISTS (
		SELECT 1 FROM "Change" c WHERE c."listUid" IN (${listUid}, '') AND c."number" > ${number} AND c."everyItem"))`;

const among = (kinds: string[]): Sql => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '));

const takingAway = among(
	kindsWhere(({ of, effect }) => of === 'item' && (effect === 'deleted' || effect === 'moved'))
);
const sharing = among(kindsWhere(({ of, changesReach }) => of !== 'household' && changesReach));
const regrouping = among(kindsWhere(({ of, changesReach }) => of === 'household' && changesReach));

/**
 * The uids of items that have left the list since: to the trash, to another list, or for good. Only Changes that take an
 * item away count: one of another kind may be of an item in the trash, which the caller never saw.
 */
function removedAsJson(dialect: Dialect, since: Sql): Sql {
	const all = dialect.jsonOfAll(sql`DISTINCT c."itemUid"`, sql`c."itemUid"`);
	return sql`(SELECT ${all} FROM "Change" c WHERE ${since} AND c."kind" IN (${takingAway}) AND NOT EXISTS (
		SELECT 1 FROM "Item" h WHERE h."uid" = c."itemUid" AND h."listUid" = l."uid" AND h."deletedAt" IS NULL))`;
}

/** Whether the caller may have been without the list for a time: they may not learn what came and went in it. */
const mayHaveMissed = (memberUid: string, since: Sql, number: number): Sql => sql`(
	EXISTS (SELECT 1 FROM "Change" c WHERE ${since} AND c."kind" IN (${sharing}) AND c."byUid" <> ${memberUid})
	OR EXISTS (SELECT 1 FROM "Change" c WHERE c."listUid" = '' AND c."number" > ${number} AND c."kind" IN (${regrouping})))`;
