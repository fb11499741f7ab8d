import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { timestamp } from '../kernel/text.ts';

/** A Change as it lies in the outbox. */
export type Written = {
	number: number;
	kind: string;
	listUid: string;
	itemUid: string;
	byUid: string;
	viaToken: string;
	toUid: string;
	at: Date;
};

/** What a stream says of a Change: which thing, never its content. */
export function asEvent({ kind, listUid, itemUid, byUid, viaToken, at }: Written) {
	return { kind, listUid, itemUid, byUid, viaToken, at: timestamp(at) };
}

/** How many Changes a delivery reads and sends at once. So many fit into a stream's buffer even with the longest token names. */
export const changesPerBatch = 50;

/** The next Changes after `number`, up to `last`, in their order. */
export function changesAfter(
	read: Reader,
	number: number,
	{ last, most }: { last?: number; most: number }
): Promise<readonly Written[]> {
	const upTo = last === undefined ? sql.empty : sql`AND "number" <= ${last}`;
	return read.query<Written>(sql`
		SELECT "number", "kind", "listUid", "itemUid", "byUid", "viaToken", "toUid", "at" FROM "Change"
		WHERE "number" > ${number} ${upTo} ORDER BY "number" LIMIT ${most}`);
}

/** The lowest and the highest number that is kept; the highest is 0 where nothing is. */
export async function keptNumbers(read: Reader): Promise<{ oldest: number; newest: number }> {
	const [kept] = await read.query<KeptRow>(sql`SELECT ${keptColumns}`);
	return keptIn(kept);
}

export type KeptRow = Record<'oldest' | 'newest', number | bigint | null>;

/** Each of the two subqueries reads one end of the index. MIN and MAX in one query would read every row. */
export const keptColumns = sql`
	(SELECT MIN("number") FROM "Change") AS "oldest", (SELECT MAX("number") FROM "Change") AS "newest"`;

export const keptIn = (kept: KeptRow | undefined) => ({
	oldest: Number(kept?.oldest ?? 1),
	newest: Number(kept?.newest ?? 0)
});
