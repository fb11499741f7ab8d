// Rows from the snapshot cache are never older than the lookup of the request's caller, by whichever connection they were written.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isExpired, snapshotOf, type Snapshot } from '../../src/lib/server/data/snapshot.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { countStatements } from '../support/count-statements.ts';
import { endConnections } from '../support/end-connections.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: Awaited<ReturnType<World['setUp']>>;
beforeAll(async () => {
	world = await openWorld('postgresql');
	ada = await world.setUp();
});
afterAll(() => world.close());

type Row = { uid: string; name: string };
const groups = sql`SELECT "uid", "name" FROM "Group" ORDER BY "uid"`;

const groupsAt = (snapshot: Snapshot | undefined) =>
	world.database.readAt(snapshot).query<Row>(groups);

async function takeSnapshot(): Promise<Snapshot> {
	const [row] = await world.database.read.query<{ snapshot: string }>(
		sql`SELECT ${world.database.dialect.snapshot}`
	);
	const snapshot = snapshotOf(row?.snapshot ?? null);
	if (!snapshot) throw new Error('Postgres returned no snapshot');
	return snapshot;
}

/** Reads between two equal snapshots. Other suites write to the same cluster, so this may take several attempts. */
async function readUndisturbed(): Promise<{ rows: readonly Row[]; second: Snapshot }> {
	for (let attempt = 0; attempt < 500; attempt += 1) {
		const first = await takeSnapshot();
		const rows = await groupsAt(first);
		const second = await takeSnapshot();
		if (second.id === first.id) return { rows, second };
	}
	throw new Error('somebody wrote between any two of 500 snapshots');
}

describe('a request', () => {
	let writers: pg.Client[];
	beforeEach(async () => {
		writers = [1, 2, 3].map(() => new pg.Client({ connectionString: world.databaseUrl }));
		for (const writer of writers) await writer.connect();
	});
	afterEach(async () => {
		for (const writer of writers) await writer.end();
	});

	const writer = fc.integer({ min: 0, max: 2 });
	/** Transactions of three connections overlap. A request reads when it is looked up, and may read again later. */
	const steps = fc.array(
		fc.oneof(
			fc.record({ what: fc.constant('insert' as const), by: writer }),
			fc.record({ what: fc.constantFrom('COMMIT' as const, 'ROLLBACK' as const), by: writer }),
			fc.record({ what: fc.constant('new request' as const) }),
			fc.record({ what: fc.constant('read again' as const), ago: fc.integer({ min: 0, max: 5 }) })
		),
		{ minLength: 5, maxLength: 40 }
	);

	async function insert(by: number, uid: string, isFirst: boolean): Promise<void> {
		if (isFirst) await writers[by]?.query('BEGIN');
		await writers[by]?.query(
			`INSERT INTO "Group" ("uid", "name", "nameFolded", "createdAt") VALUES ($1, $1, $1, now())`,
			[uid]
		);
	}

	it('sees every transaction that was committed before it was looked up', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (steps) => {
				await writers[0]?.query(`DELETE FROM "Group"`);
				const requests: { snapshot: Snapshot; seen: number }[] = [];
				const inserted = [0, 0, 0];
				let committed = 0;
				for (const [at, step] of steps.entries()) {
					if (step.what === 'new request') {
						const snapshot = await takeSnapshot();
						const seen = (await groupsAt(snapshot)).length;
						expect(seen).toBe(committed);
						requests.push({ snapshot, seen });
					} else if (step.what === 'read again') {
						const request = requests.at(-1 - step.ago);
						if (!request) continue;
						const rows = await groupsAt(request.snapshot);
						expect(rows.length).toBeGreaterThanOrEqual(request.seen);
						expect(rows.length).toBeLessThanOrEqual(committed);
					} else {
						const open = inserted[step.by] ?? 0;
						if (step.what === 'insert') await insert(step.by, `group ${at}`, open === 0);
						else await writers[step.by]?.query(step.what);
						if (step.what === 'COMMIT') committed += open;
						inserted[step.by] = step.what === 'insert' ? open + 1 : 0;
					}
				}
				for (const open of writers) await open.query('ROLLBACK');
			}),
			{ numRuns: 25 }
		);
	});
});

describe('two requests in one snapshot', () => {
	it('share the rows, and the second sends no statement', async () => {
		const { rows, second } = await readUndisturbed();
		const count = await countStatements(async () => expect(await groupsAt(second)).toBe(rows));
		expect(count).toBe(0);
	});

	it('read anew without a snapshot, and with one that has expired', async () => {
		const { second } = await readUndisturbed();
		const old: Snapshot = { ...second, takenAt: performance.now() - 2000 };
		const over: Snapshot = { ...second, isOver: true };
		expect([second, old, over].map(isExpired)).toEqual([false, true, true]);
		for (const snapshot of [undefined, old, over])
			expect(await countStatements(() => groupsAt(snapshot))).toBe(1);
	});

	it('read anew after a connection was opened, because the new connection may lead to another server', async () => {
		const before = await takeSnapshot();
		await groupsAt(before);
		expect(await endConnections(world.databaseUrl)).toBeGreaterThan(0);
		await expect
			.poll(() =>
				world.database.read.query(groups).then(
					() => true,
					() => false
				)
			)
			.toBe(true);
		const after = await takeSnapshot();
		for (const snapshot of [before, after])
			expect(await countStatements(() => groupsAt(snapshot))).toBe(1);
	});
});

it('a query sees what an earlier command of its request has written', async () => {
	const { caller } = await world.tokenOf(ada);
	const names = async () => {
		const { output } = await perform(world.household, lists.getLists, caller, () => ({}));
		return output.lists.map(({ name }) => name);
	};
	expect(await names()).not.toContain('Camping');
	await perform(world.household, lists.createList, caller, () => ({ name: 'Camping' }));
	expect(await names()).toContain('Camping');
});
