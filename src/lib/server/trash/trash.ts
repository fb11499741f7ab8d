import type { z } from 'zod';
import { component, named, says, when } from '../kernel/schema.ts';
import { later } from '../runtime/clock.ts';
import { listsThenItems } from '../items/store.ts';
import { sql, type Sql } from '../data/sql.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { inReach, inScope } from '../kernel/reach.ts';
import { sharedToEdit } from '../kernel/may-edit.ts';
import { pageOf } from '../kernel/pages.ts';
import { isPastRestoring, restorableForMs } from '../kernel/trash-period.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

const trashKinds = ['TRASH_KIND_LIST', 'TRASH_KIND_ITEM'] as const;

export const TrashEntry = component('TrashEntry', {
	uid: says('The uid of the deleted list or item.'),
	kind: named(trashKinds, 'TrashKind', 'What was deleted: a list or an item.'),
	name: says('The name of the list, or the label of the item.'),
	listUid: says('The uid of the list, or of the list the item was on.'),
	listName: says('The name of the list.'),
	deletedAt: when('The time of the deletion.'),
	deletedByName: says('The name of the member who deleted the list or item.'),
	deletedViaToken: says('The name of the access token that deleted the list or item; "" for none.'),
	purgeAt: when('The time until which the list or item can be restored.')
});

export type TrashEntry = z.infer<typeof TrashEntry>;

/**
 * What the caller could bring back, the latest deletion first: their own lists, and items of lists they may change. Reading 100,000
 * entries takes seconds, so others have their turns in between.
 */
export async function getTrash(unit: Unit): Promise<{ entries: TrashEntry[] }> {
	const uids = await uidsInOrder(unit, inTrash(unit, sql`TRUE`));
	const entries: TrashEntry[] = [];
	for (let from = 0; from < uids.length; from += entriesPerTurn) {
		const some = await findEntries(unit, { uids: uids.slice(from, from + entriesPerTurn) });
		entries.push(...some.entries);
		await yieldToOthers();
	}
	return { entries };
}

/** So many rows take the read cache's place for a long answer, and push out nobody's lists. */
const entriesPerTurn = 1000;

/** A page of the trash: the last one, where the one that is asked for is behind it. */
export async function getTrashPage(unit: Unit, asked: { page: number }) {
	const all = inTrash(unit, sql`"deletedAt" > ${later(unit.now, -restorableForMs)}`);
	const { limit, page, pageCount } = await pageOf(unit, all, asked.page);
	const uids = await uidsInOrder(unit, all, limit);
	return { page, pageCount, ...(await findEntries(unit, { uids })) };
}

const inTrash = (unit: Unit, which: Sql): Sql => sql`(
	SELECT l."uid", l."deletedAt" FROM ${listsInTrash(unit)}
	UNION ALL SELECT i."uid", i."deletedAt" FROM ${itemsInTrash(unit)}) deleted WHERE ${which}`;

const uidsInOrder = async ({ read, dialect }: Unit, all: Sql, limit = sql.empty) =>
	uidsOf(
		await read.query<{ uid: string }>(sql`
			SELECT "uid" FROM ${all} ORDER BY "deletedAt" DESC, "uid" ${dialect.byCodePoint} ${limit}`)
	);

/** The name of a deleted item, and the uids of those that went at the same moment; only of those from one list, if that is named. */
export async function findDeletedTogether(
	unit: Unit,
	{ itemUid, listUid }: { itemUid: string; listUid?: string | undefined }
): Promise<{ name: string; uids: string[] }> {
	const [first] = await deletedItems(unit, [itemUid]);
	if (!first || (listUid && first.listUid !== listUid)) return { name: '', uids: [] };
	const rows = await unit.read.query<{ uid: string }>(sql`
		SELECT i."uid" FROM ${itemsInTrash(unit)} AND ${listUid ? sql`i."listUid" = ${listUid}` : sql`TRUE`}
			AND (i."deletedAt", COALESCE(i."deletedByUid", '')) =
				(SELECT o."deletedAt", COALESCE(o."deletedByUid", '') FROM "Item" o WHERE o."uid" = ${itemUid})
		ORDER BY i."uid" ${unit.dialect.byCodePoint}`);
	return { name: first.name, uids: uidsOf(rows) };
}

/** What the caller could bring back of these. */
export async function findEntries(
	unit: Unit,
	{ uids }: { uids: string[] }
): Promise<{ entries: TrashEntry[] }> {
	if (uids.length === 0) return { entries: [] };
	const rows = [...(await deletedLists(unit, uids)), ...(await deletedItems(unit, uids))];
	const entries = rows.map(asEntry);
	entries.sort(
		(one, other) => compare(other.deletedAt, one.deletedAt) || compare(one.uid, other.uid)
	);
	return { entries };
}

const uidsOf = (rows: readonly { uid: string }[]): string[] => rows.map(({ uid }) => uid);

/**
 * What the caller could bring back of what an address names: the list or item itself, or the list of an item. Sends
 * the same queries whatever there is, so that the time tells nobody else that something is in the trash.
 */
export async function findInTrash(
	unit: Unit,
	{ uid }: { uid: string }
): Promise<{ entry: TrashEntry | null }> {
	const [item] = await deletedItems(unit, [uid]);
	const [list] = await deletedLists(unit, [uid]);
	const [around] = await deletedLists(unit, [await listUidOf(unit, uid)]);
	const found = item ?? list ?? around;
	return { entry: found ? asEntry(found) : null };
}

async function listUidOf(unit: Unit, itemUid: string): Promise<string> {
	const rows = await unit.read.query<{ listUid: string }>(
		sql`SELECT "listUid" FROM "Item" WHERE "uid" = ${itemUid}`
	);
	return rows[0]?.listUid ?? '';
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

export type Row = Pick<TrashEntry, 'uid' | 'kind' | 'name' | 'listUid' | 'listName'> & {
	archivedAt: Date | string | null;
	deletedAt: Date | string;
	deletedByName: string | null;
	deletedViaToken: string | null;
};

export async function deletedLists(unit: Unit, uids: string[]): Promise<Row[]> {
	const rows = await unit.read.query<Row>(sql`
		SELECT l."uid", 'TRASH_KIND_LIST' AS "kind", l."name" AS "name", ${ofListAndDeletion('l')}
		FROM ${listsInTrash(unit)} AND l."uid" IN (${sql.join(uids)})`);
	return rows.filter(isKept(unit));
}

export async function deletedItems(unit: Unit, uids: string[]): Promise<Row[]> {
	const rows = await unit.read.query<Row>(sql`
		SELECT i."uid", 'TRASH_KIND_ITEM' AS "kind", i."label" AS "name", ${ofListAndDeletion('i')}
		FROM ${itemsInTrash(unit, sql`"Item" i CROSS JOIN "List" l`)} AND i."uid" IN (${sql.join(uids)})`);
	return rows.filter(isKept(unit));
}

/** A deleted list is in nobody's reach, so its owner and a token's scope are checked here. */
const listsInTrash = (unit: Unit): Sql => sql`"List" l
	WHERE l."deletedAt" IS NOT NULL AND l."ownerUid" = ${actor(unit).member.uid} AND ${inScope(actor(unit))}`;

/** SQLite keeps to the order of a CROSS JOIN. It begins with the lists, or with the items whose uids are known. */
const itemsInTrash = (unit: Unit, from = listsThenItems): Sql => sql`${from}
	WHERE l."uid" = i."listUid" AND i."deletedAt" IS NOT NULL AND ${inReach(actor(unit))} AND ${sharedToEdit(actor(unit))}`;

const ofListAndDeletion = (table: 'l' | 'i'): Sql => {
	const [by, via] = ['deletedByUid', 'deletedViaTokenUid'].map((name) =>
		sql.raw(`${table}."${name}"`)
	);
	return sql`l."uid" AS "listUid", l."name" AS "listName", l."archivedAt", ${sql.raw(table)}."deletedAt",
		(SELECT d."name" FROM "Member" d WHERE d."uid" = ${by}) AS "deletedByName",
		(SELECT v."name" FROM "AccessToken" v WHERE v."uid" = ${via}) AS "deletedViaToken"`;
};

/** Checked here and not in SQL, where the time would make every query a new one for the cache. */
const isKept =
	({ now }: Unit) =>
	({ deletedAt }: Row): boolean =>
		!isPastRestoring(timestamp(deletedAt), now);

export function asEntry(row: Row): TrashEntry {
	const { uid, kind, name, listUid, listName } = row;
	const deletedAt = timestamp(row.deletedAt);
	return {
		...{ uid, kind, name, listUid, listName, deletedAt },
		deletedByName: row.deletedByName ?? '',
		deletedViaToken: row.deletedViaToken ?? '',
		purgeAt: timestamp(later(new Date(deletedAt), restorableForMs))
	};
}
