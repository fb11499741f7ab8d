// On Postgres a command's writes are sent without waiting for each answer. An error is still reported, and nothing of it stays.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/lib/server/data/client.ts';
import { TransactionEnded } from '../../src/lib/server/data/faults.ts';
import { isUnavailable } from '../../src/lib/server/data/unavailable.ts';
import { execute, openTransaction, send } from '../../src/lib/server/data/open-transaction.ts';
import { readerIn } from '../../src/lib/server/data/reader.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('what is sent in a transaction on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	const insert = (number: number) =>
		sql`INSERT INTO "Change" ("number", "kind", "at") VALUES (${number}, 'pin.changed', ${new Date()})`;
	const numbers = async () => {
		const rows = await world.database.read.query<{ number: number }>(
			sql`SELECT "number" FROM "Change" ORDER BY "number"`
		);
		return rows.map(({ number }) => Number(number));
	};
	const sentTwice = async (transaction: Connection) => {
		await send(transaction, insert(7));
		await send(transaction, insert(7));
	};

	it('is run in order, and later statements see its effect', async () => {
		const seen = await inTransaction(world.database, async (transaction) => {
			await send(transaction, insert(1));
			await send(transaction, insert(2));
			const { query } = readerIn(transaction);
			const rows = await query(sql`SELECT "number" FROM "Change"`);
			const changed = await execute(transaction, sql`UPDATE "Change" SET "kind" = 'x'`);
			return [rows.length, changed];
		});
		expect(seen).toEqual([2, 2]);
		expect(await numbers()).toEqual([1, 2]);
	});

	it.each<[string, (transaction: Connection) => Promise<unknown>]>([
		['last of all', sentTwice],
		[
			'before a read',
			async (transaction) => {
				await sentTwice(transaction);
				await readerIn(transaction).query(sql`SELECT 1`);
			}
		],
		[
			'before another write',
			async (transaction) => {
				await sentTwice(transaction);
				await send(transaction, insert(8));
			}
		],
		[
			'before a read that is told of first',
			async (transaction) => {
				await send(transaction, insert(7));
				const failing = execute(transaction, insert(7));
				const reading = readerIn(transaction).query(sql`SELECT 1`);
				const toldLater = failing.finally(() => reading);
				await Promise.all([reading, toldLater]);
			}
		]
	])('fails the transaction with its own fault when it fails %s', async (_where, work) => {
		const before = await numbers();
		await expect(inTransaction(world.database, work)).rejects.toMatchObject({
			cause: { kind: 'UniqueConstraintViolation' }
		});
		expect(await numbers()).toEqual(before);
	});

	it('is written after twenty seconds of other work in the same transaction', async () => {
		const before = await numbers();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		onTestFinished(() => void vi.useRealTimers());
		await inTransaction(world.database, async (transaction) => {
			await send(transaction, insert(9));
			await vi.advanceTimersByTimeAsync(20_000);
			await send(transaction, insert(10));
		});
		expect(await numbers()).toEqual([...before, 9, 10]);
	});

	it('is refused, and not written, once the transaction has taken too long and was rolled back', async () => {
		const before = await numbers();
		let late: unknown;
		const working = openTransaction(
			world.database.writer,
			async (transaction) => {
				await send(transaction, insert(7));
				await pause(1000);
				late = await execute(transaction, insert(8)).catch((error: unknown) => error);
			},
			{ maxWait: 5000, timeout: 200 }
		);
		await expect(working).rejects.toThrow();
		await expect.poll(() => late).toBeInstanceOf(TransactionEnded);
		expect(isUnavailable(late)).toBe(true);
		expect(await numbers()).toEqual(before);
	});
});

it('on Postgres a missing required row leads to a retry, and is no fault', async () => {
	const world = await openWorld('postgresql');
	const { requireRow } = world.database.dialect;
	const gone = await inTransaction(world.database, async (transaction) => {
		await requireRow?.(transaction, sql`FROM "Session" WHERE "uid" = 'ses_gone'`);
	}).catch((error: unknown) => error);
	expect(gone).toBeInstanceOf(Error);
	expect(isUnavailable(gone)).toBe(true);
	await world.close();
});
