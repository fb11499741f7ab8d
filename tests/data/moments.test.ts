// What a request on Postgres is given without asking is never older than the moment its caller was looked up, whoever has written.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { isPast, momentOf, type Moment } from '../../src/lib/server/data/moment.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { countStatements } from '../support/count-statements.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: Awaited<ReturnType<World['setUp']>>;
beforeAll(async () => {
	world = await openWorld('postgresql');
	ada = await world.setUp();
});
afterAll(() => world.close());

const written = Prisma.sql`SELECT "uid", "name" FROM "Group" ORDER BY "uid"`;
type Row = { uid: string; name: string };

const readAt = (moment: Moment | undefined) => world.database.readAt(moment).query<Row>(written);

async function lookUp(): Promise<Moment> {
	const [row] = await world.database.read.query<{ snapshot: string }>(
		Prisma.sql`SELECT ${world.database.dialect.snapshot}`
	);
	const moment = momentOf(row?.snapshot ?? null);
	if (!moment) throw new Error('Postgres has told no snapshot');
	return moment;
}

/** Two moments between which nobody has written to any database of this Postgres, and what was read at the first. */
async function readUnwritten(): Promise<{ rows: readonly Row[]; second: Moment }> {
	for (;;) {
		const first = await lookUp();
		const rows = await readAt(first);
		const second = await lookUp();
		if (second.snapshot === first.snapshot) return { rows, second };
	}
}

describe('what another process writes', () => {
	let others: pg.Client[];
	beforeEach(async () => {
		others = ['one', 'two', 'three'].map(
			() => new pg.Client({ connectionString: world.databaseUrl })
		);
		for (const other of others) await other.connect();
		await others[0]?.query(`DELETE FROM "Group"`);
	});
	afterEach(async () => {
		for (const other of others) await other.end();
	});

	/** Transactions of three connections, each of which is begun and ended at any time; and requests, which read at once and again later. */
	const steps = fc.array(
		fc.oneof(
			fc.record({
				what: fc.constantFrom('write' as const, 'commit' as const, 'roll back' as const),
				who: fc.integer({ min: 0, max: 2 })
			}),
			fc.record({ what: fc.constant('look' as const) }),
			fc.record({ what: fc.constant('look again' as const), ago: fc.integer({ min: 0, max: 5 }) })
		),
		{ minLength: 5, maxLength: 40 }
	);

	it('is seen by whoever is looked up after it', async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (steps) => {
				await others[0]?.query(`DELETE FROM "Group"`);
				const requests: { moment: Moment; seen: number }[] = [];
				const pending = [0, 0, 0];
				let committed = 0;
				let number = 0;
				for (const step of steps) {
					if (step.what === 'look') {
						const moment = await lookUp();
						const seen = (await readAt(moment)).length;
						expect(seen).toBe(committed);
						requests.push({ moment, seen });
					} else if (step.what === 'look again') {
						const request = requests.at(-1 - step.ago);
						if (!request) continue;
						const rows = await readAt(request.moment);
						expect(rows.length).toBeGreaterThanOrEqual(request.seen);
						expect(rows.length).toBeLessThanOrEqual(committed);
					} else {
						const other = others[step.who];
						const waiting = pending[step.who] ?? 0;
						if (step.what === 'write') {
							if (waiting === 0) await other?.query('BEGIN');
							number += 1;
							const name = `group ${number}`;
							await other?.query(
								`INSERT INTO "Group" ("uid", "name", "nameFolded", "createdAt") VALUES ($1, $1, $1, now())`,
								[name]
							);
							pending[step.who] = waiting + 1;
						} else if (waiting > 0) {
							await other?.query(step.what === 'commit' ? 'COMMIT' : 'ROLLBACK');
							if (step.what === 'commit') committed += waiting;
							pending[step.who] = 0;
						}
					}
				}
				for (const [at, waiting] of pending.entries())
					if (waiting > 0) await others[at]?.query('ROLLBACK');
			}),
			{ numRuns: 25 }
		);
	});
});

describe('who is looked up while nobody writes', () => {
	it('is given the rows that the one before was given', async () => {
		const { rows, second } = await readUnwritten();
		const count = await countStatements(async () => expect(await readAt(second)).toBe(rows));
		expect(count).toBe(0);
	});

	it('is not once the moment is past, or there is none', async () => {
		const { rows, second } = await readUnwritten();
		const { snapshot } = second;
		const moments = [
			undefined,
			{ snapshot, at: performance.now() - 2000, isOver: false },
			{ snapshot, at: performance.now(), isOver: true }
		];
		for (const moment of moments) {
			expect(moment && !isPast(moment)).toBeFalsy();
			expect(await readAt(moment)).not.toBe(rows);
		}
	});

	it('is not where a connection was opened since, be it to a Postgres that took the place of the first', async () => {
		await world.database.read.query(written);
		const before = await lookUp();
		const rows = await readAt(before);
		const { pids } = await cutConnections();
		expect(pids).toBeGreaterThan(0);
		await expect
			.poll(() => world.database.read.query(written).then(Boolean, () => false))
			.toBe(true);
		expect(await readAt(before)).not.toBe(rows);
		expect(await readAt(await lookUp())).not.toBe(rows);
	});
});

it('a command ends the moment of its request, which sees what it has written', async () => {
	const { caller } = await world.tokenOf(ada);
	const names = async () => {
		const { output } = await perform(world.household, lists.getLists, caller, () => ({}));
		return output.lists.map(({ name }) => name);
	};
	expect(await names()).not.toContain('Camping');
	await perform(world.household, lists.createList, caller, () => ({ name: 'Camping' }));
	expect(await names()).toContain('Camping');
});

/** As an administrator does. */
async function cutConnections(): Promise<{ pids: number }> {
	const admin = new pg.Client({ connectionString: world.databaseUrl });
	await admin.connect();
	const { rowCount } = await admin.query(
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`
	);
	await admin.end();
	return { pids: rowCount ?? 0 };
}
