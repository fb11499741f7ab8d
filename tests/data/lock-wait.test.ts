// A transaction on Postgres that has waited for one lock waits less for the next, so that its caller is answered in time.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../src/lib/server/data/client.ts';
import { lockLists } from '../../src/lib/server/data/locks.ts';
import { readerIn } from '../../src/lib/server/data/reader.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { writeWaitMs } from '../../src/lib/server/data/wait-limits.ts';
import { lookInto } from '../support/sql.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => (world = await openWorld('postgresql')));
afterAll(() => world.close());

async function limitIn(db: Connection, name = 'lock_timeout'): Promise<number> {
	const [row] = await readerIn(db).query<{ ms: number }>(
		sql`SELECT "setting"::int AS "ms" FROM pg_settings WHERE "name" = ${name}`
	);
	return row?.ms ?? 0;
}

const heldMs = 1000;

it('waits for its second lock only as long as the wait for the first has left', async () => {
	const list = await world.listOf(await world.signedIn('Ada'));
	const other = await lookInto(world.household.config.databaseUrl);
	await other.rows('BEGIN');
	await other.rows(`SELECT 1 FROM "List" WHERE "uid" = '${list.uid}' FOR UPDATE`);
	const { database } = world;
	const limits = inTransaction(database, async (db) => {
		const before = await limitIn(db);
		await lockLists({ db, dialect: database.dialect, held: new Set() }, { listUids: [list.uid] });
		return { before, after: await limitIn(db) };
	});
	await pause(heldMs);
	await other.rows('ROLLBACK');
	const { before, after } = await limits;
	expect(before - after).toBeGreaterThan(heldMs / 2);
	expect(after).toBeGreaterThan(0);
	await other.close();
});

it('has a limit of half a second left where its work took all of the time', async () => {
	const limit = await inTransaction(world.database, async (db) => {
		const until = performance.now() + writeWaitMs;
		while (performance.now() < until) {
			await pause(writeWaitMs / 5);
			await limitIn(db);
		}
		return limitIn(db);
	});
	expect(limit).toBe(500);
	// The limit is of that transaction alone, though the connection serves others.
	const limits = await Promise.all(
		[1, 2, 3].map(() => inTransaction(world.database, (db) => limitIn(db)))
	);
	for (const next of limits) expect(next).toBeGreaterThan(500);
});

it('is ended before those who wait for its locks are refused, except a copy or a seed', async () => {
	const { database } = world;
	const idle = (db: Connection) => limitIn(db, 'idle_in_transaction_session_timeout');
	expect(await inTransaction(database, idle)).toBeLessThan(writeWaitMs);
	expect(await database.writer.$transaction(idle)).toBeGreaterThan(2 * writeWaitMs);
	expect(await inTransaction(database, idle)).toBeLessThan(writeWaitMs);
});
