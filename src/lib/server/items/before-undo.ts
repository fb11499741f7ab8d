import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { aboutKind } from '../kernel/change-event.ts';
import { inReach } from '../kernel/reach.ts';
import { wasBefore } from '../kernel/undo.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { ListRow } from '../lists/list.ts';
import type { Guarded } from '../lists/editable.ts';
import { eachText, givenIn, textFields, type TextField } from './fields.ts';
import { placesBefore, type PlacesBefore } from './places-before.ts';
import { roomOn, type Room } from './room.ts';
import { isLong } from './texts-limit.ts';
import { addUp } from './text-bytes.ts';
import type { Fields, ToUndo } from './to-undo.ts';

/** What an undo of items needs to know of them, read once for all of them. */

/** An item as it is now, in the trash or not, on a list in reach. */
export type Undoable = StoredItem & { list: ReachedList };

export type Before = {
	/** What the item was before its Changes, as far as they changed it. */
	fieldsOf(itemUid: string): Partial<Fields>;
	itemOf(itemUid: string): Undoable | undefined;
	/** Only of a list in reach. */
	listOf(listUid: string): ReachedList | undefined;
	isOnList(sectionUid: string, listUid: string): boolean;
	places: PlacesBefore;
	/** `takeRoom` keeps it up to date. */
	room: Room;
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
	// A Change that leaves an item where it is needs no room on a list.
	const moving = items.filter(
		({ changes }) => !changes.every(({ kind }) => aboutKind(kind)?.effect === 'stays')
	);
	const edited = items.filter(({ itemUid }) => givenIn(fields.get(itemUid) ?? {}).length > 0);
	const long = [...moving, ...edited].filter(({ itemUid }) => {
		const item = stored.get(itemUid);
		return item && isLong(bytesAfter(item, fields.get(itemUid)));
	});
	const listUidsOf = (some: ToUndo[]): string[] =>
		some.flatMap(({ itemUid }) =>
			[stored, fields].flatMap((known) => known.get(itemUid)?.listUid ?? [])
		);
	return {
		fieldsOf: (itemUid) => fields.get(itemUid) ?? {},
		itemOf(itemUid) {
			const item = stored.get(itemUid);
			const list = item && lists.get(item.listUid);
			return list && { ...item, list };
		},
		listOf: (listUid) => lists.get(listUid),
		isOnList: (sectionUid, listUid) => sections.get(sectionUid) === listUid,
		places: await placesBefore(unit, { items, fields, stored, lists }),
		room: await roomOn(unit, { growing: listUidsOf(moving), lengthening: listUidsOf(long) })
	};
}

/** How many bytes the texts of the item take up once these fields are as they were. */
export const bytesAfter = ({ bytes }: StoredItem, fields: Partial<Fields> = {}): number =>
	addUp((field) => {
		const text = fields[field];
		return text === undefined ? bytes[field] : Buffer.byteLength(text);
	});

type StoredItem = {
	uid: string;
	listUid: string;
	sectionUid: string | null;
	label: string;
	/** How many bytes each text takes up. The notes of all items do not fit into memory. */
	bytes: Record<TextField, number>;
	deletedAt: Date | string | null;
};

async function storedItems(unit: Unit, uids: Iterable<string>): Promise<Map<string, StoredItem>> {
	const rows = await readAmong<Omit<StoredItem, 'bytes'> & Record<BytesColumn, number | bigint>>(
		unit.read,
		uids,
		(some) => sql`
		SELECT i."uid", i."listUid", i."sectionUid", i."label", ${bytesColumns}, i."deletedAt"
		FROM "Item" i WHERE i."uid" IN (${sql.join(some)})`
	);
	return new Map(
		rows.map((row) => [
			row.uid,
			{ ...row, bytes: eachText((field) => Number(row[`${field}Bytes`])) }
		])
	);
}

type BytesColumn = `${TextField}Bytes`;

const bytesColumns = sql.raw(
	textFields.map((field) => `octet_length(i."${field}") AS "${field}Bytes"`).join()
);

type ReachedList = Guarded & Pick<ListRow, 'uid' | 'addsOnTop'>;

async function reachedLists(unit: Unit, uids: Iterable<string>): Promise<Map<string, ReachedList>> {
	const rows = await readAmong<ReachedList>(
		unit.read,
		uids,
		(some) => sql`
		SELECT l."uid", l."ownerUid", l."sharing", l."sharedEdit", l."addsOnTop", l."archivedAt" FROM "List" l
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
