import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { timestamp } from '../kernel/text.ts';
import { idOf } from './event-id.ts';

/** A Change as it lies in the outbox. */
export type StoredChange = {
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
export function asEvent({ kind, listUid, itemUid, byUid, viaToken, at }: StoredChange) {
	return { kind, listUid, itemUid, byUid, viaToken, at: timestamp(at) };
}

/** How many Changes a delivery reads and sends at once. So many fit into a stream's buffer even with the longest token names. */
export const changesPerBatch = 50;

/** The next Changes after `number`, up to `last`, in their order. */
export function changesAfter(
	read: Reader,
	number: number,
	{ last, most }: { last?: number; most: number }
): Promise<readonly StoredChange[]> {
	const upTo = last === undefined ? sql.empty : sql`AND "number" <= ${last}`;
	return read.query<StoredChange>(sql`
		SELECT "number", "kind", "listUid", "itemUid", "byUid", "viaToken", "toUid", "at" FROM "Change"
		WHERE "number" > ${number} ${upTo} ORDER BY "number" LIMIT ${most}`);
}

/** The lowest and the highest number that is kept, and the id of the highest; both are 0 where nothing is kept. */
export type KeptNumbers = { oldest: number; newest: number; newestId: number };

export async function keptNumbers(read: Reader): Promise<KeptNumbers> {
	const [kept] = await read.query<KeptRow>(sql`SELECT ${keptColumns}`);
	return keptIn(kept);
}

export type KeptRow = Record<'oldest' | 'newest', number | bigint | null> & {
	newestAt: Date | string | null;
};

/** Each of the subqueries reads one end of the index. MIN and MAX in one query would read every row. */
export const keptColumns = sql`
	(SELECT MIN("number") FROM "Change") AS "oldest", (SELECT MAX("number") FROM "Change") AS "newest",
	(SELECT "at" FROM "Change" ORDER BY "number" DESC LIMIT 1) AS "newestAt"`;

export function keptIn(kept: KeptRow | undefined): KeptNumbers {
	const newest = Number(kept?.newest ?? 0);
	const newestId = kept?.newestAt ? idOf({ number: newest, at: kept.newestAt }) : 0;
	return { oldest: Number(kept?.oldest ?? 1), newest, newestId };
}
