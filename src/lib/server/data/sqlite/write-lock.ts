import {
	isDriverAdapterError,
	type SqlDriverAdapter,
	type SqlDriverAdapterFactory,
	type SqlQuery,
	type Transaction
} from '@prisma/driver-adapter-utils';
import { setTimeout as pause } from 'node:timers/promises';
import { NoTurn } from '../faults.ts';
import { beginning } from '../open-transaction.ts';
import { writeWaitMs } from '../wait-limits.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * SQLite waits for a lock by standing still, and this whole process with it: nothing is read meanwhile, no stream
 * moves, no probe is answered. So a transaction takes the write lock when it begins, never waits for it inside of SQLite, and
 * asks again from a timer until `writeWaitMs` is used up. Once it has the lock there is nothing left to wait for.
 */
export function withWriteLock(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
	const { provider, adapterName } = factory;
	return {
		provider,
		adapterName,
		connect: async () => beginsLocked(await factory.connect())
	};
}

function beginsLocked(adapter: SqlDriverAdapter): SqlDriverAdapter {
	const begin = adapter.startTransaction.bind(adapter);
	return Object.assign(adapter, {
		startTransaction: async (): Promise<Transaction> => {
			const askedAt = beginning.getStore()?.askedAt;
			const until = (askedAt ?? performance.now()) + writeWaitMs;
			// No deadline for a pulse: it measures whether a turn comes at all.
			const transaction = await (askedAt === undefined ? begin() : inTime(begin(), until));
			try {
				await takeLock(adapter, until);
				return endsWithItsCommit(transaction);
			} catch (error) {
				await adapter.executeScript(waitAgain).finally(() => transaction.rollback());
				throw error;
			}
		}
	});

	/** The adapter gives one turn at a time, and its holder may be waiting for the lock. Throws NoTurn. */
	async function inTime(turn: Promise<Transaction>, until: number): Promise<Transaction> {
		const transaction = await withTimeout(Math.max(0, until - performance.now()), turn);
		if (transaction) return transaction;
		turn.then(giveBack).catch(() => {});
		throw new NoTurn('no turn came in time');
	}

	async function giveBack(transaction: Transaction): Promise<void> {
		await adapter.executeScript('COMMIT').finally(() => transaction.rollback());
	}
}

/** Where a COMMIT fails SQLite may leave the transaction open, and nobody could begin another one. */
function endsWithItsCommit(transaction: Transaction): Transaction {
	const execute = transaction.executeRaw.bind(transaction);
	const rollBack = () => execute({ sql: 'ROLLBACK', args: [], argTypes: [] });
	return Object.assign(transaction, {
		executeRaw: async (query: SqlQuery) => {
			try {
				return await execute(query);
			} catch (error) {
				// It is refused where SQLite has rolled back by itself.
				if (query.sql === 'COMMIT') await rollBack().catch(() => {});
				throw error;
			}
		}
	});
}

/** Throws what SQLite says where somebody else has it still when the time is over. */
async function takeLock(adapter: SqlDriverAdapter, until: number): Promise<void> {
	// What the adapter began has no lock yet, and would take it with its first write.
	await adapter.executeScript('COMMIT; PRAGMA busy_timeout = 0');
	for (let tries = 0; ; tries += 1) {
		try {
			return await adapter.executeScript(`BEGIN IMMEDIATE; ${waitAgain}`);
		} catch (error) {
			if (!isBusy(error) || performance.now() >= until) throw error;
		}
		await pause(pauses[tries] ?? longestPause);
	}
}

const waitAgain = `PRAGMA busy_timeout = ${writeWaitMs}`;

const isBusy = (error: unknown): boolean =>
	isDriverAdapterError(error) && error.cause.kind === 'SocketTimeout';

/** In milliseconds. Short at first: most of those who hold it do so for one write. */
const pauses = [1, 2, 5, 10, 15, 20, 25];
const longestPause = 50;
