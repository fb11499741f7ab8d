import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { aboutKind } from '../kernel/change-event.ts';
import { inReach } from '../kernel/reach.ts';
import { wasBefore, type RecordedChange } from '../kernel/undo.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { maxItemsPerList, type Texts } from './fields.ts';

/** What an undo of items needs to know of them, read once for all of them. */

/** An item, and the Changes of it that are to be taken back, newest first. */
export type ToUndo = {
	itemUid: string;
	changes: (RecordedChange & { number: number })[];
	/** Why it is too late, such as who changed it later; "" where it is not. */
	later: string;
	record: Unit['record'];
};

/** The fields whose former values a Change through a token may hold. */
export type Fields = Texts & {
	doneAt: string;
	doneByUid: string | null;
	listUid: string;
	rank: number;
	sectionUid: string | null;
};

/** An item as it is now, in the trash or not, on a list in reach. */
export type Undoable = StoredItem & { list: ReachedList };

export type Before = {
	/** What the item was before its Changes, as far as they changed it. */
	fieldsOf(itemUid: string): Partial<Fields>;
	itemOf(itemUid: string): Undoable | undefined;
	/** Only of a list in reach. */
	listOf(listUid: string): ReachedList | undefined;
	isOnList(sectionUid: string, listUid: string): boolean;
	/** Whether the list was numbered anew since the item's old rank was stored: that rank has no meaning any more. */
	isPlaceLost(itemUid: string): boolean;
	/** How many more items fit on each list that items come to or leave. `takesRoom` keeps it up to date. */
	room: Map<string, number>;
};

export async function beforeUndo(unit: Unit, items: ToUndo[]): Promise<Before> {
	const fields = new Map(
		items.map(({ itemUid, changes }) => [itemUid, wasBefore<Fields>(changes)])
	);
	const stored = await storedItems(unit, fields.keys());
	const lists = await reachedLists(unit, [
		...[...stored.values()].map(({ listUid }) => listUid),
		...[...fields.values()].flatMap(({ listUid }) => listUid ?? [])
	]);
	const sections = await sectionsAmong(unit, [...fields.values()]);
	const oldest = Math.min(...items.map(({ changes }) => changes.at(-1)?.number ?? 0));
	const numberedAt = await latestNumberings(unit, [...fields.values()], oldest);
	const rankedAt = new Map(items.map(({ itemUid, changes }) => [itemUid, oldestOfRank(changes)]));
	// A Change that leaves an item where it is needs no room on a list.
	const moving = items.filter(
		({ changes }) => !changes.every(({ kind }) => aboutKind(kind)?.effect === 'stays')
	);
	const counted = moving.flatMap(({ itemUid }) => [
		stored.get(itemUid)?.listUid ?? [],
		fields.get(itemUid)?.listUid ?? []
	]);
	return {
		fieldsOf: (itemUid) => fields.get(itemUid) ?? {},
		itemOf(itemUid) {
			const item = stored.get(itemUid);
			const list = item && lists.get(item.listUid);
			return list && { ...item, list };
		},
		listOf: (listUid) => lists.get(listUid),
		isOnList: (sectionUid, listUid) => sections.get(sectionUid) === listUid,
		isPlaceLost(itemUid) {
			const { listUid = '' } = fields.get(itemUid) ?? {};
			return (numberedAt.get(listUid) ?? 0) > (rankedAt.get(itemUid) ?? Infinity);
		},
		room: await roomOn(unit, counted.flat())
	};
}

type StoredItem = { uid: string; listUid: string; label: string; deletedAt: Date | string | null };

async function storedItems(unit: Unit, uids: Iterable<string>): Promise<Map<string, StoredItem>> {
	const rows = await readAmong<StoredItem>(
		unit.read,
		uids,
		(some) => sql`
		SELECT i."uid", i."listUid", i."label", i."deletedAt" FROM "Item" i WHERE i."uid" IN (${sql.join(some)})`
	);
	return new Map(rows.map((row) => [row.uid, row]));
}

type ReachedList = {
	uid: string;
	ownerUid: string;
	sharing: string;
	sharedEdit: boolean;
	archivedAt: Date | string | null;
};

async function reachedLists(unit: Unit, uids: Iterable<string>): Promise<Map<string, ReachedList>> {
	const rows = await readAmong<ReachedList>(
		unit.read,
		uids,
		(some) => sql`
		SELECT l."uid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt" FROM "List" l
		WHERE l."uid" IN (${sql.join(some)}) AND ${inReach(actor(unit))}`
	);
	return new Map(rows.map((row) => [row.uid, row]));
}

/** The list of each section in which the items stood, as far as the section still exists. */
async function sectionsAmong(unit: Unit, fields: Partial<Fields>[]): Promise<Map<string, string>> {
	const rows = await readAmong<{ uid: string; listUid: string }>(
		unit.read,
		fields.flatMap(({ sectionUid }) => sectionUid ?? []),
		(some) => sql`
		SELECT s."uid", s."listUid" FROM "Section" s WHERE s."uid" IN (${sql.join(some)})`
	);
	return new Map(rows.map(({ uid, listUid }) => [uid, listUid]));
}

/** The number of the Change that stores the rank which an undo gives back. */
const oldestOfRank = (changes: ToUndo['changes']): number | undefined =>
	changes.findLast(({ was }) => wasBefore<Fields>([{ kind: '', was }]).rank !== undefined)?.number;

/** For each list, the number of the last Change since `after` that numbered its items anew. */
async function latestNumberings(
	unit: Unit,
	fields: Partial<Fields>[],
	after: number
): Promise<Map<string, number>> {
	const rows = await readAmong<{ listUid: string; number: number | bigint }>(
		unit.read,
		fields.flatMap(({ listUid, rank }) => (listUid && rank !== undefined ? listUid : [])),
		(some) => sql`
		SELECT c."listUid", MAX(c."number") AS "number" FROM "Change" c
		WHERE c."listUid" IN (${sql.join(some)}) AND c."number" > ${after} AND c."everyItem" AND c."itemUid" <> '' GROUP BY c."listUid"`
	);
	return new Map(rows.map(({ listUid, number }) => [listUid, Number(number)]));
}

async function roomOn(unit: Unit, listUids: Iterable<string>): Promise<Map<string, number>> {
	const uids = [...listUids];
	const rows = await readAmong<{ listUid: string; count: number | bigint }>(
		unit.read,
		uids,
		(some) => sql`
		SELECT i."listUid", COUNT(*) AS "count" FROM "Item" i
		WHERE i."listUid" IN (${sql.join(some)}) AND i."deletedAt" IS NULL GROUP BY i."listUid"`
	);
	const room = new Map(uids.map((uid) => [uid, maxItemsPerList]));
	for (const { listUid, count } of rows) room.set(listUid, maxItemsPerList - Number(count));
	return room;
}
