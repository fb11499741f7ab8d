import type { Dialect } from '../data/dialect.ts';
import { readAmong } from '../data/read-among.ts';
import { memoised } from '../data/memoised.ts';
import { sql, type Sql } from '../data/sql.ts';
import { inManualOrder, sectionJoin } from '../sections/store.ts';
import { reused } from '../../client/format/reused.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { eachText, neverPublic, type Item, type PlacedItem, type Texts } from './fields.ts';
import { rankStep } from './rank.ts';

/** An item as it is read, with the names of its people. */
export type ItemRow = Texts & {
	uid: string;
	doneAt: Date | string | null;
	doneByUid: string | null;
	addedByName: string | null;
	doneByName: string | null;
	addedViaToken: string | null;
	place: number;
	sectionUid: string | null;
};

/** The column of each field of an ItemRow, `FROM "Item" i` with `itemJoins`. */
const columns: Record<keyof ItemRow, string> = {
	uid: 'i."uid"',
	...eachText((field) => `i."${field}"`),
	doneAt: 'i."doneAt"',
	doneByUid: 'i."doneByUid"',
	addedByName: 'adder."name"',
	doneByName: 'ticker."name"',
	addedViaToken: 'via."name"',
	place: 'i."rank"',
	sectionUid: 'i."sectionUid"'
};

const selected = (read: typeof columns): Sql =>
	sql.raw(
		Object.entries(read)
			.map(([field, column]) => `${column} AS "${field}"`)
			.join()
	);

export const itemColumns = selected(columns);

/** Of a note only its first character, which tells whether there is one. */
export const briefColumns = selected({ ...columns, note: 'substr(i."note", 1, 1)' });

const bareColumns = sql.raw(Object.values(columns).join());

/** The columns for visitors, with "" in place of the texts that no visitor sees. */
export const publicColumns = sql.raw(
	Object.entries(columns)
		.map(([field, column]) => (field in neverPublic ? "''" : column))
		.join()
);

export const itemJoins = sql`LEFT JOIN "Member" adder ON adder."uid" = i."addedByUid"
	LEFT JOIN "Member" ticker ON ticker."uid" = i."doneByUid"
	LEFT JOIN "AccessToken" via ON via."uid" = i."addedViaTokenUid"
	${sectionJoin}`;

/**
 * The items of `"List" l` in manual order as one JSON text, or those of them that `which` is true of. So a list and its
 * items are one row of one query; `itemsOf` reads it.
 */
export function itemsAsJson(dialect: Dialect, which = sql`TRUE`, read = bareColumns): Sql {
	const item = dialect.jsonRow(read);
	const all = dialect.jsonOfAll(item, inManualOrder);
	return sql`(SELECT ${all} FROM "Item" i ${itemJoins} WHERE i."listUid" = l."uid" AND i."deletedAt" IS NULL AND ${which})`;
}

/** The items are frozen, because equal text gives the same ones to several requests. */
export const itemsOf = ({ items }: { items: string }): PlacedItem[] => readOnce(items);

const readOnce = memoised((json) => reused(readItems(json)));

function readItems(json: string): PlacedItem[] {
	const rows: unknown[][] = JSON.parse(json);
	return rows.map((values) => {
		const row = asRow(values);
		return { ...asItem(row), place: row.place, sectionUid: row.sectionUid ?? '' };
	});
}

function asRow(values: unknown[]): ItemRow {
	const row: Record<string, unknown> = {};
	fields.forEach((field, at) => void (row[field] = values[at]));
	return row as ItemRow;
}

const fields = Object.keys(columns);

export function asItem(row: Omit<ItemRow, 'place' | 'sectionUid'>): Item {
	return {
		uid: row.uid,
		...eachText((field) => row[field]),
		done: !!row.doneAt,
		addedByName: row.addedByName ?? '',
		doneByName: row.doneByName ?? '',
		doneAt: timestamp(row.doneAt),
		doneByUid: row.doneByUid ?? '',
		addedViaToken: row.addedViaToken ?? ''
	};
}

/** An aggregate of the items on each of these lists, such as `COUNT(*)`; a list without items has none. */
export async function aggregateOn(
	{ read }: Unit,
	listUids: Iterable<string>,
	aggregate: Sql
): Promise<Map<string, number>> {
	const select = (some: string[]) => sql`
		SELECT i."listUid", ${aggregate} AS "value" FROM "Item" i
		WHERE i."listUid" IN (${sql.join(some)}) AND i."deletedAt" IS NULL GROUP BY i."listUid"`;
	const rows = await readAmong<{ listUid: string; value: number | bigint }>(read, listUids, select);
	return new Map(rows.map(({ listUid, value }) => [listUid, Number(value)]));
}

/** Numbers all items of the list anew in the order they stand, those in the trash too. One statement, however many items there are. */
export async function renumber({ db }: Unit, listUid: string): Promise<void> {
	await db.$executeRaw`
		UPDATE "Item" SET "rank" = placed."place" * ${rankStep}
		FROM (
			SELECT "uid", ROW_NUMBER() OVER (ORDER BY "rank", "uid") AS "place"
			FROM "Item" WHERE "listUid" = ${listUid}
		) placed
		WHERE "Item"."uid" = placed."uid"`;
}

/** SQLite keeps to the order of a CROSS JOIN. With another join it begins with the items of the whole household. */
export const listsThenItems = sql`"List" l CROSS JOIN "Item" i`;
