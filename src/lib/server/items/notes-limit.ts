import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { notYet } from '../kernel/errors.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { maxItemsPerList } from './fields.ts';

/** The notes of a list are read and shown all at once. Without a limit that would take the memory of the whole server. */
export const maxNoteBytesPerList = 10_000_000;

/**
 * Whether a note is long. Only long notes are refused. Short ones are written without adding up the notes on the list, because a
 * full list of short ones is within the limit. So the notes on a list take up at most twice the limit: long ones that reach it, and
 * then short ones.
 */
export const isLong = (noteBytes: number | bigint): boolean =>
	noteBytes > maxNoteBytesPerList / maxItemsPerList;

export const bytesOf = (note: string): number => Buffer.byteLength(note);

/** A note that has just come to a list, or has become longer on it. */
export type WrittenNote = { listUid: string; noteBytes: number | bigint };

/** Throws where one of these notes is long, and those on its list take up more than a list can hold. */
export async function refuseIfTooMuchNoted(
	unit: Unit,
	written: readonly WrittenNote[]
): Promise<void> {
	const long = written.filter(({ noteBytes }) => isLong(noteBytes));
	const sums = await noteBytesOn(
		unit,
		long.map(({ listUid }) => listUid)
	);
	if ([...sums.values()].some((bytes) => bytes > maxNoteBytesPerList))
		throw notYet(m.list_full_of_notes());
}

/** How many bytes the notes on each of these lists take up. */
export async function noteBytesOn(unit: Unit, listUids: string[]): Promise<Map<string, number>> {
	const rows = await readAmong<{ listUid: string; bytes: bigint | number }>(
		unit.read,
		listUids,
		(some) => sql`
		SELECT i."listUid", SUM(octet_length(i."note")) AS "bytes" FROM "Item" i
		WHERE i."listUid" IN (${sql.join(some)}) AND i."deletedAt" IS NULL GROUP BY i."listUid"`
	);
	return new Map(rows.map(({ listUid, bytes }) => [listUid, Number(bytes)]));
}
