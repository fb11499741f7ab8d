import type { Locks } from '../dialect.ts';
import { Overtaken } from '../overtaken.ts';
import { execute, send } from '../open-transaction.ts';
import { readerIn } from '../reader.ts';
import { sql } from '../sql.ts';

/** An arbitrary number of our own among the database's advisory locks. */
export const commitLock = 4_611_686_001;

/** Row locks and advisory locks. What each is for, and in which order they are taken, stands in locks.ts. */
export const postgresLocks: Locks = {
	household: (db) => readerIn(db).query(sql`SELECT "id" FROM "Instance" FOR NO KEY UPDATE`),
	existence: (db) => readerIn(db).query(sql`SELECT "id" FROM "Instance" FOR KEY SHARE`),

	async lists(db, where, held, waits) {
		const read = readerIn(db);
		const rows = await read.query<{ uid: string }>(sql`
			SELECT "uid" FROM "List" WHERE ${where}
			ORDER BY "uid" COLLATE "C" FOR NO KEY UPDATE ${waits ? sql.empty : sql`SKIP LOCKED`}`);
		for (const { uid } of rows) held.add(uid);
		if (waits) return;
		const all = await read.query<{ uid: string }>(sql`SELECT "uid" FROM "List" WHERE ${where}`);
		if (!all.every(({ uid }) => held.has(uid))) throw new Overtaken();
	},

	member: (db, uid) =>
		readerIn(db).query(sql`SELECT "uid" FROM "Member" WHERE "uid" = ${uid} FOR NO KEY UPDATE`),
	pair: (db, uid) =>
		readerIn(db).query(sql`SELECT "uid" FROM "Pair" WHERE "uid" = ${uid} FOR KEY SHARE`),
	tokens: (db, where) =>
		readerIn(db).query(sql`SELECT "uid" FROM "AccessToken" WHERE ${where} FOR UPDATE`),
	name: (db, name) => execute(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
	commits: (db) => send(db, sql`SELECT pg_advisory_xact_lock(${commitLock}::bigint)`),
	commitsBesideOthers: (db) =>
		send(db, sql`SELECT pg_advisory_xact_lock_shared(${commitLock}::bigint)`)
};
