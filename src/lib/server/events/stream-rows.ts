import { readAmong } from '../data/read-among.ts';
import type { Reader } from '../data/reader.ts';
import type { Household } from '../kernel/household.ts';
import { newUid } from '../kernel/secrets.ts';
import { inTransaction } from '../data/transaction.ts';
import { sql } from '../data/sql.ts';
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

/** Which of these streams still have their row; another node may have deleted it. */
export async function entered(read: Reader, uids: string[]): Promise<Set<string>> {
	const rows = await readAmong<{ uid: string }>(
		read,
		uids,
		(some) => sql`SELECT "uid" FROM "Stream" WHERE "uid" IN (${sql.join(some)})`
	);
	return new Set(rows.map(({ uid }) => uid));
}

/** The streams of this process that still have their row, as one value: to read a row for each of a thousand is slow. */
export async function enteredHere(read: Reader): Promise<Set<string>> {
	const [row] = await read.query<{ uids: string | null }>(
		sql`SELECT string_agg("uid", ' ') AS "uids" FROM "Stream" WHERE "node" = ${node}`
	);
	return new Set(row?.uids?.split(' '));
}

/** Statements that write and delete a row, to see whether the disk takes writes. */
export const writeProbe = [
	sql`INSERT INTO "Stream" ("uid", "node", "memberUid", "listUid", "startedAt", "seenAt")
		VALUES ('str_readiness', 'str_readiness', '', '', ${new Date(0)}, ${new Date(0)})`,
	sql`DELETE FROM "Stream" WHERE "uid" = 'str_readiness'`
];
