// On SQLite waiting writes share one commit. Each is whole or absent, and is acknowledged only once it is on the disk.
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/lib/server/data/client.ts';
import { execute, openTransaction } from '../../src/lib/server/data/open-transaction.ts';
import { sharingCommits } from '../../src/lib/server/data/sqlite/shared-commits.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let file: Sqlite.Database;
beforeAll(async () => {
	world = await openWorld('sqlite');
	file = new Sqlite(world.databaseUrl.slice('file:'.length));
	file.exec('CREATE TABLE "Note" ("number" INTEGER PRIMARY KEY)');
});
afterEach(() => void file.exec('DELETE FROM "Note"'));
afterAll(async () => {
	file.close();
	await world.close();
});

/** The numbers that another connection sees, which are only committed ones. */
const committed = (): unknown[] =>
	file.prepare('SELECT "number" FROM "Note" ORDER BY "number"').pluck().all();

const insert = (db: Connection, number: number) =>
	execute(db, sql`INSERT INTO "Note" ("number") VALUES (${number})`);

/** A queue of writes, and the number of transactions that it has begun. */
function openQueue() {
	const count = { transactions: 0 };
	const queue = sharingCommits(async (work) => {
		count.transactions += 1;
		await openTransaction(world.database.writer, work, { maxWait: 10_000, timeout: 10_000 });
	});
	return { ...queue, count };
}

describe('waiting writes', () => {
	it('share one commit, and are answered after it', async () => {
		const { run, count } = openQueue();
		const seen = Array.from({ length: 20 }, (_, number) =>
			run(async (db) => {
				await insert(db, number);
				return number;
			}).then((result) => [result, committed().length])
		);
		expect(await Promise.all(seen)).toEqual(
			Array.from({ length: 20 }, (_, number) => [number, 20])
		);
		expect(count.transactions).toBe(1);
	});

	it('also share one commit when each arrives in a turn of its own, as requests do', async () => {
		const { run, count } = openQueue();
		const heard = [1, 2, 3].map(
			(number) =>
				new Promise((resolve) => setImmediate(() => resolve(run((db) => insert(db, number)))))
		);
		await Promise.all(heard);
		expect(count.transactions).toBe(1);
	});

	it('share a commit up to a hundred, and none joins a transaction that already takes long', async () => {
		const many = openQueue();
		await Promise.all(
			Array.from({ length: 101 }, (_, number) => many.run((db) => insert(db, number)))
		);
		expect(many.count.transactions).toBe(2);
		const slow = openQueue();
		await Promise.all(
			[1000, 1001].map((number) => slow.run((db) => pause(60).then(() => insert(db, number))))
		);
		expect(slow.count.transactions).toBe(2);
		expect(committed()).toHaveLength(103);
	});

	it('run in the async context of their own caller', async () => {
		const who = new AsyncLocalStorage<string>();
		const { run } = openQueue();
		const asked = ['Ada', 'Ben', 'Cleo'].map((name) =>
			who.run(name, () => run(async () => who.getStore()))
		);
		expect(await Promise.all(asked)).toEqual(['Ada', 'Ben', 'Cleo']);
	});

	it('all fail when the commit fails, also those that were refused', async () => {
		const { run, count } = openQueue();
		const fails = run(async (db) => {
			await execute(db, sql`PRAGMA defer_foreign_keys = ON`);
			await execute(
				db,
				sql`INSERT INTO "Pin" ("memberUid", "listUid") VALUES ('nobody', 'nowhere')`
			);
		});
		const others = [run((db) => insert(db, 1)), run(() => Promise.reject(new Error('refused')))];
		const told = await Promise.allSettled([fails, ...others]);
		expect(told.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
			Array(3).fill('DriverAdapterError: ForeignKeyConstraintViolation')
		);
		expect(count.transactions).toBe(1);
		expect(committed()).toEqual([]);
		await run((db) => insert(db, 2));
		expect(committed()).toEqual([2]);
	});

	it('are each whole or absent, whatever happens to the others', async () => {
		const kinds = [
			'writes',
			'refuses',
			'writes and refuses',
			'writes twice the same',
			'ends it'
		] as const;
		await fc.assert(
			fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 12 }), async (commands) => {
				file.exec('DELETE FROM "Note"');
				const { run } = openQueue();
				const tries = commands.map(() => 0);
				const told = await Promise.allSettled(
					commands.map(async (kind, number) => {
						await run(async (db) => {
							tries[number] = (tries[number] ?? 0) + 1;
							if (kind !== 'refuses') await insert(db, number);
							if (kind === 'writes twice the same') await insert(db, number);
							// SQLite does this by itself when the disk is full.
							if (kind === 'ends it') await execute(db, sql`ROLLBACK`);
							if (kind !== 'writes') throw new Error(kind);
						});
						expect(committed()).toContain(number);
					})
				);
				expect(told.map(({ status }) => status === 'fulfilled')).toEqual(
					commands.map((kind) => kind === 'writes')
				);
				// A write is retried at most once, in a transaction of its own.
				expect(Math.max(0, ...tries)).toBeLessThan(3);
				expect(committed()).toEqual([...commands.keys()].filter((at) => commands[at] === 'writes'));
			}),
			{ numRuns: 100 }
		);
	});
});

describe('a transaction of the driver', () => {
	it('writes nothing after its end', async () => {
		let late: Connection | undefined;
		const queue = openQueue();
		await queue.run(async (db) => void (late = db));
		if (!late) throw new Error('it was never run');
		await expect(insert(late, 1)).rejects.toThrow('over');
		expect(committed()).toEqual([]);
	});
});
