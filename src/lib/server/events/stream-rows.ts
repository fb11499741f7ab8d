import { readAmong } from '../data/read-among.ts';
import type { Reader } from '../data/reader.ts';
import type { Household } from '../kernel/household.ts';
import { newUid } from '../kernel/secrets.ts';
import { inTransaction } from '../data/transaction.ts';
import { sql } from '../data/sql.ts';
import { makeRoomForStream } from './stream-limit.ts';

/** The open streams of all nodes, as rows. */

export const heartbeatMs = 10_000;
/** A node has died, and its streams with it, when it has missed so many heartbeats in a row. */
const maxMissed = 3;

/** This process among the household's. */
const node = newUid('nod');

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

/**
 * Returns the function that renews this node's heartbeat, and deletes the streams of nodes that have died. The clocks of two nodes may
 * differ, and the database may have been away from both. So another node's heartbeat is compared only with itself, whenever this node has
 * renewed its own.
 */
export function heartbeatOf({ database, clock, notifier }: Household): () => Promise<void> {
	let heard = new Map<string, { at: number; missed: number }>();
	return async () => {
		const now = clock();
		const others = await inTransaction(database, async (db) => {
			await db.stream.updateMany({ where: { node }, data: { seenAt: now } });
			const where = { node: { not: node } };
			return db.stream.groupBy({ by: ['node'], where, _max: { seenAt: true } });
		});
		const before = heard;
		heard = new Map(
			others.map(({ node: other, _max: { seenAt } }) => {
				const [at, last] = [Number(seenAt), before.get(other)];
				return [other, { at, missed: last?.at === at ? last.missed + 1 : 0 }];
			})
		);
		const dead = [...heard].flatMap(([other, { missed }]) => (missed >= maxMissed ? other : []));
		if (dead.length === 0) return;
		await inTransaction(database, (db) => db.stream.deleteMany({ where: { node: { in: dead } } }));
		notifier.call();
	};
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
