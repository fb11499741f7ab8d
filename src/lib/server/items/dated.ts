import * as m from '../../paraglide/messages.js';
import { sql, type Sql } from '../data/sql.ts';
import { malformed } from '../kernel/errors.ts';
import { pageOf } from '../kernel/pages.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { inManualOrder, sectionJoin } from '../sections/store.ts';
import type { Item } from './fields.ts';
import {
	asItem,
	briefColumns,
	itemColumns,
	itemJoins,
	listsThenItems,
	type ItemRow
} from './store.ts';
import { maxTextBytesPerList } from './texts-limit.ts';
import { textBytesColumn } from './text-bytes.ts';

export type DatedItem = { item: Item; listUid: string; listName: string };

type Days = { from?: string | undefined; to: string };

/** Unticked items that are due from `from` to `to`, both included. With "", overdue items are included. */
export async function getDatedItems(unit: Unit, days: Days): Promise<{ items: DatedItem[] }> {
	const fits = sql`AND (${textBytesOf(unit, days)}) <= ${maxTextBytesPerList}`;
	const dated = await readDated(unit, days, { columns: itemColumns, fits });
	if (dated.items.length > 0) return dated;
	// Either nothing is due or it does not fit.
	const [row] = await unit.read.query<{ bytes: bigint | number | null }>(textBytesOf(unit, days));
	const bytes = Number(row?.bytes ?? 0);
	if (bytes > maxTextBytesPerList) throw malformed('to', m.days_full_of_text());
	// Where something is due after all, it was changed a moment ago, and fits.
	return bytes > 0 ? readDated(unit, days, { columns: itemColumns }) : dated;
}

/** A query for `bytes`, the text of all items of these days: a member may have any number of lists. Null where nothing is due. */
const textBytesOf = (unit: Unit, { from = '', to }: Days): Sql => sql`
	SELECT SUM(${textBytesColumn}) AS "bytes" FROM ${listsThenItems} WHERE ${isDue(unit, from, to)}`;

/** As `getDatedItems`, with only the first character of each note: the notes of many lists do not fit into memory. */
export const getDatedRows = (unit: Unit, days: Days): Promise<{ items: DatedItem[] }> =>
	readDated(unit, days, { columns: briefColumns });

/** A page of `getDatedRows`, and how many there are on all pages. */
export async function getDatedPage(unit: Unit, { page: asked, ...days }: Days & { page: number }) {
	const { from = '', to } = days;
	const due = sql`${listsThenItems} WHERE ${isDue(unit, from, to)}`;
	const { limit, rowCount: dueCount, ...page } = await pageOf(unit, due, asked);
	return { ...page, dueCount, ...(await readDated(unit, days, { columns: briefColumns, limit })) };
}

type DueDay = { day: string; count: number; labels: string[] };

/** The days on which something is due: how much, and the labels of the first few. */
export async function getDueDays(
	unit: Unit,
	{ from = '', to, most }: Days & { most: number }
): Promise<{ days: DueDay[] }> {
	const rows = await unit.read.query<{ day: string; count: bigint | number; label: string }>(sql`
		SELECT "day", "count", "label" FROM (
			SELECT i."dueOn" AS "day", i."label", COUNT(*) OVER (PARTITION BY i."dueOn") AS "count",
				ROW_NUMBER() OVER (PARTITION BY i."dueOn" ORDER BY ${withinDay(unit)}) AS "place"
			FROM ${listsThenItems} ${sectionJoin} WHERE ${isDue(unit, from, to)}) due
		WHERE "place" <= ${most} ORDER BY "day", "place"`);
	const byDay = Map.groupBy(rows, ({ day }) => day);
	return {
		days: [...byDay].map(([day, first]) => ({
			day,
			count: Number(first[0]?.count),
			labels: first.map(({ label }) => label)
		}))
	};
}

async function readDated(
	unit: Unit,
	{ from = '', to }: Days,
	{ columns, fits = sql.empty, limit = sql.empty }: { columns: Sql; fits?: Sql; limit?: Sql }
): Promise<{ items: DatedItem[] }> {
	if (from > to) throw malformed('from', m.first_day_after_last());
	const rows = await unit.read.query<ItemRow & { listUid: string; listName: string }>(sql`
		SELECT ${columns}, l."uid" AS "listUid", l."name" AS "listName"
		FROM ${listsThenItems} ${itemJoins} WHERE ${isDue(unit, from, to)} ${fits}
		ORDER BY i."dueOn", ${withinDay(unit)} ${limit}`);
	return {
		items: rows.map((row) => ({ item: asItem(row), listUid: row.listUid, listName: row.listName }))
	};
}

const withinDay = ({ dialect }: Unit): Sql =>
	sql`l."nameWords" ${dialect.byCodePoint}, l."uid", ${inManualOrder}`;

/** How many unticked items are due up to this day, in SQL. */
export const countDue = (unit: Unit, to: string): Sql => sql`(
	SELECT COUNT(*) FROM ${listsThenItems} WHERE ${isDue(unit, '', to)})`;

const isDue = (unit: Unit, from: string, to: string): Sql => sql`
	i."listUid" = l."uid" AND i."dueOn" <> '' AND i."dueOn" >= ${from} AND i."dueOn" <= ${to} AND i."doneAt" IS NULL AND i."deletedAt" IS NULL
	AND l."archivedAt" IS NULL AND ${inReach(actor(unit))}`;
