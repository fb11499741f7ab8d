import { readAmong } from '../data/read-among.ts';
import type { Reader } from '../data/reader.ts';
import type { Household } from '../kernel/household.ts';
import { newUid } from '../kernel/secrets.ts';
import { inTransaction } from '../data/transaction.ts';
import { sql, type Sql } from '../data/sql.ts';
import { inReachOf } from '../kernel/reach.ts';
import { makeRoomForStream } from './stream-limit.ts';

/** The open streams of all nodes, as rows. */

/** This process among the household's. */
export const node = newUid('nod');

type OpenStream = { uid: string; memberUid: string; listUid: string };

/** Inserts the row of a stream. */
export async function enterStream(
	{ database, clock, notifier }: Household,
	{ uid, memberUid, listUid }: OpenStream
): Promise<void> {
	const now = clock();
	await inTransaction(database, async (db) => {
		await makeRoomForStream(db, memberUid);
		await db.stream.create({
			data: { uid, node, memberUid, listUid, startedAt: now, seenAt: now }
		});
	});
	notifier.call();
}

export async function leaveStreams(
	{ database, notifier }: Household,
	uids: string[]
): Promise<void> {
	if (uids.length === 0) return;
	await inTransaction(database, (db) => db.stream.deleteMany({ where: { uid: { in: uids } } }));
	notifier.call();
}

/** Streams whose row no node has deleted. Those of `reach` look at no list, or at one that their member reaches. */
type Entered = { all: Set<string>; reach: Set<string> };

/** Those among these uids. */
export async function entered(read: Reader, uids: string[]): Promise<Entered> {
	return asSets(
		await readAmong(read, uids, (some) => selectEntered(sql`opened."uid" IN (${sql.join(some)})`))
	);
}

/** Those of this process. */
export const enteredHere = async (read: Reader): Promise<Entered> =>
	asSets(await read.query(selectEntered(sql`opened."node" = ${node}`)));

type EnteredRow = { all: string | null; reach: string | null };

/** As one row: to read a row for each of a thousand streams is slow, and one for each member who reaches a list is slower. */
const selectEntered = (which: Sql): Sql => sql`
	SELECT string_agg(opened."uid", ' ') AS "all", string_agg(CASE WHEN opened."listUid" = '' OR EXISTS (
		SELECT 1 FROM "List" l WHERE l."uid" = opened."listUid" AND ${inReachOf(sql`opened."memberUid"`)}) THEN opened."uid" END, ' ') AS "reach"
	FROM "Stream" opened WHERE ${which}`;

function asSets(rows: readonly EnteredRow[]): Entered {
	const uidsIn = (column: keyof EnteredRow) =>
		new Set(rows.flatMap((row) => row[column]?.split(' ') ?? []));
	return { all: uidsIn('all'), reach: uidsIn('reach') };
}

/** Statements that write and delete a row, to see whether the disk takes writes. */
export const writeProbe = [
	sql`INSERT INTO "Stream" ("uid", "node", "memberUid", "listUid", "startedAt", "seenAt")
		VALUES ('str_readiness', 'str_readiness', '', '', ${new Date(0)}, ${new Date(0)})`,
	sql`DELETE FROM "Stream" WHERE "uid" = 'str_readiness'`
];
