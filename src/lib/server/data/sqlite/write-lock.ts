import {
	isDriverAdapterError,
	type SqlDriverAdapter,
	type Transaction
} from '@prisma/driver-adapter-utils';
import { setTimeout as pause } from 'node:timers/promises';
import { NoTurn } from '../faults.ts';
import { beginning } from '../open-transaction.ts';
import { writeWaitMs } from '../wait-limits.ts';
import { withTimeout } from '../with-timeout.ts';
import { endsWithItsCommit } from './failed-commit.ts';

/**
 * SQLite waits for a lock synchronously, which blocks this whole process: no request is read, no stream moves, no probe is
 * answered. So a transaction takes the write lock when it begins. It never waits inside of SQLite, but tries again from a
 * timer until `writeWaitMs` is used up. Once it has the lock, there is nothing left to wait for.
 */
export function withWriteLock(adapter: SqlDriverAdapter): SqlDriverAdapter {
	const begin = adapter.startTransaction.bind(adapter);
	return Object.assign(adapter, {
		startTransaction: async (): Promise<Transaction> => {
			const askedAt = beginning.getStore()?.askedAt;
			const until = (askedAt ?? performance.now()) + writeWaitMs;
			// A transaction of the driver's own, such as the watchdog's pulse, has no deadline: the pulse measures whether a
			// turn comes at all.
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

	/** Waits for its turn at the adapter: one transaction has it, even while that waits for the lock. Throws NoTurn. */
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

/** Takes the write lock. Throws SQLite's error where another process still holds the lock when the time is over. */
async function takeLock(adapter: SqlDriverAdapter, until: number): Promise<void> {
	// The transaction that the adapter began has no lock, and would take it only with its first write.
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

/** In milliseconds. Short at first: most transactions hold the lock for one write. */
const pauses = [1, 2, 5, 10, 15, 20, 25];
const longestPause = 50;
