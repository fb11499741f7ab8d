import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { timestamp } from '../kernel/text.ts';

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
