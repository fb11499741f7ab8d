// Reads of one turn of the event loop are pipelined over one connection to Postgres, and fail alone.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnavailable } from '../../src/lib/server/data/unavailable.ts';
import { faultOfDriver } from '../../src/lib/server/data/driver-fault.ts';
import { writeWaitMs } from '../../src/lib/server/data/wait-limits.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { endConnections } from '../support/end-connections.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld('postgresql')));
afterAll(() => world.close());

const times = <T>(count: number, ask: (at: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

const pidOf = async (query = sql`SELECT pg_backend_pid() AS "pid"`) => {
	const [row] = await world.database.read.query<{ pid: number }>(query);
	return row?.pid;
};

/** Ends all connections, so that every statement has to be prepared again. */
async function renewConnections(): Promise<void> {
	await endConnections(world.databaseUrl);
	const isAnswered = () =>
		pidOf().then(
			() => true,
			() => false
		);
	await expect.poll(isAnswered).toBe(true);
}

it('pipelines eight reads over one connection, and the ninth over another', async () => {
	const pids = await times(20, () => pidOf());
	const shared = [...new Set(pids)].map((pid) => pids.filter((other) => other === pid).length);
	expect(shared.toSorted()).toEqual([4, 8, 8]);
});

it('gives a search a connection of its own', async () => {
	const search = sql`SELECT pg_backend_pid() AS "pid", CAST(CAST('milk' AS tsquery) AS TEXT) AS "words"`;
	const [first, found, second] = await Promise.all([pidOf(), pidOf(search), pidOf()]);
	expect(first).toBe(second);
	expect(found).not.toBe(first);
});

it('rejects a read that fails, and answers those beside it', async () => {
	const wrong = sql`SELECT "nothing" FROM "Member"`;
	const asked = await times(30, (at) =>
		(at % 3 === 1 ? pidOf(wrong) : pidOf()).then(
			() => 'answered',
			() => 'refused'
		)
	);
	expect(asked).toEqual(asked.map((_, at) => (at % 3 === 1 ? 'refused' : 'answered')));
});

it('returns every connection to the pool, after failed reads too', async () => {
	for (let round = 0; round < 30; round += 1) {
		const wrong = round % 2 === 0;
		await times(9, (at) => pidOf(wrong && at === 4 ? sql`SELECT 1 / 0` : undefined)).catch(
			() => {}
		);
	}
	// The last reads may still be giving their connections back.
	const connections = async () => new Set(await times(10 * 8, () => pidOf())).size;
	await expect.poll(connections).toBe(10);
});

it('rejects all reads of a connection that is ended, and answers the next', async () => {
	const slow = sql`SELECT pg_backend_pid() AS "pid", CAST(pg_sleep(1) AS TEXT) AS "slept"`;
	const asking = times(4, () =>
		pidOf(slow).then(
			() => 'answered',
			() => 'refused'
		)
	);
	const isSlow = `query LIKE '%pg_sleep%' AND state = 'active'`;
	await expect.poll(() => endConnections(world.databaseUrl, isSlow)).toBe(1);
	expect(await asking).toEqual(['refused', 'refused', 'refused', 'refused']);
	expect(await pidOf()).toBeGreaterThan(0);
});

it('ends a connection whose first read times out behind a lock, so that no read behind it waits longer', async () => {
	// A statement gets its name after ten uses.
	const named = sql`SELECT pg_backend_pid() AS "pid" FROM "Instance" UNION ALL SELECT 1 AS "pid"`;
	for (let time = 0; time < 12; time += 1) await pidOf(named);
	await renewConnections();
	const admin = new pg.Client({ connectionString: world.databaseUrl });
	await admin.connect();
	await admin.query('BEGIN; LOCK TABLE "Instance" IN ACCESS EXCLUSIVE MODE');
	const begun = performance.now();
	const other = (at: number) =>
		sql`SELECT pg_backend_pid() AS "pid" FROM "Instance" WHERE "id" > ${sql.raw(String(at))}`;
	const faults = await times(6, (at) =>
		pidOf(at < 3 ? named : other(at)).then(
			() => undefined,
			(error: unknown) => error
		)
	);
	const took = performance.now() - begun;
	await admin.query('ROLLBACK');
	await admin.end();
	expect(faults.map(isUnavailable)).toEqual(faults.map(() => true));
	expect(took).toBeLessThan(writeWaitMs + 1500);
	expect(await pidOf(named)).toBeGreaterThan(0);
});

it('reports its own error to each read when the first could not prepare their statement', async () => {
	const admin = new pg.Client({ connectionString: world.databaseUrl });
	await admin.connect();
	await admin.query(`CREATE TABLE "Soon gone" AS SELECT 1 AS "pid"`);
	const named = sql`SELECT "pid" FROM "Soon gone"`;
	for (let time = 0; time < 12; time += 1) await pidOf(named);
	await admin.query(`DROP TABLE "Soon gone"`);
	await admin.end();
	await renewConnections();
	const faults = await times(5, () => pidOf(named).catch((error: unknown) => faultOfDriver(error)));
	expect(faults).toEqual(faults.map(() => expect.objectContaining({ kind: 'TableDoesNotExist' })));
});
