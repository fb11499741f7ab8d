// Reads of one turn of the event loop are pipelined over one connection to Postgres, and fail alone.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld('postgresql')));
afterAll(() => world.close());

const times = <T>(count: number, ask: (at: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

const pidOf = async (sql = Prisma.sql`SELECT pg_backend_pid() AS "pid"`) => {
	const [row] = await world.database.read.query<{ pid: number }>(sql);
	return row?.pid;
};

it('pipelines eight reads over one connection, and the ninth over another', async () => {
	const pids = await times(20, () => pidOf());
	const shared = [...new Set(pids)].map((pid) => pids.filter((other) => other === pid).length);
	expect(shared.toSorted()).toEqual([4, 8, 8]);
});

it('gives a search a connection of its own', async () => {
	const search = Prisma.sql`SELECT pg_backend_pid() AS "pid", CAST(CAST('milk' AS tsquery) AS TEXT) AS "words"`;
	const [first, found, second] = await Promise.all([pidOf(), pidOf(search), pidOf()]);
	expect(first).toBe(second);
	expect(found).not.toBe(first);
});

it('rejects a read that fails, and answers those beside it', async () => {
	const wrong = Prisma.sql`SELECT "nothing" FROM "Member"`;
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
		await times(9, (at) => pidOf(wrong && at === 4 ? Prisma.sql`SELECT 1 / 0` : undefined)).catch(
			() => {}
		);
	}
	const pids = await times(10 * 8, () => pidOf());
	expect(new Set(pids).size).toBe(10);
});

it('rejects all reads of a connection that is cut, and answers the next', async () => {
	const sleeping = times(4, () =>
		pidOf(Prisma.sql`SELECT pg_backend_pid() AS "pid", pg_sleep(5)`).then(
			() => 'answered',
			() => 'refused'
		)
	);
	const admin = new pg.Client({ connectionString: world.databaseUrl });
	await admin.connect();
	await expect
		.poll(async () => {
			const { rowCount } = await admin.query(
				`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep%' AND state = 'active'`
			);
			return rowCount;
		})
		.toBe(1);
	await admin.end();
	expect(await sleeping).toEqual(['refused', 'refused', 'refused', 'refused']);
	expect(await pidOf()).toBeGreaterThan(0);
});
