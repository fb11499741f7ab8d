import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { maxWriters, type Connection, type Database } from './client.ts';
import { FileGone, isOvertaken, leavesOpen, NoTurn, UnknownOutcome } from './faults.ts';
import { writeWaitMs } from './timeouts.ts';

/**
 * Runs `work` in one transaction and commits it; what throws inside rolls everything back. On SQLite one at a time:
 * the adapter has a single connection, and whatever another request wrote on it meanwhile would share this
 * transaction's fate. Await nothing but the database inside. After waiting for their turn as long as `writeWaitMs` a writer on
 * SQLite still has it, and waits no more for locks; on Postgres NoTurn is thrown. On Postgres `work` runs again where
 * another transaction was in its way. Throws UnknownOutcome where Postgres went just as it was to commit.
 */
export function inTransaction<T>(
	database: Database,
	work: (transaction: Connection) => Promise<T>
): Promise<T> {
	const askedAt = performance.now();
	let turn = turns.get(database);
	if (!turn) turns.set(database, (turn = pLimit(atOnce[database.provider])));
	return turn(() => begin[database.provider](database, work, askedAt));
}

/** What `work` would come to: within the open transaction it is undone again. */
export async function rolledBack<T>(transaction: Connection, work: () => Promise<T>): Promise<T> {
	await transaction.$executeRaw`SAVEPOINT preview`;
	const result = await work();
	await transaction.$executeRaw`ROLLBACK TO SAVEPOINT preview`;
	return result;
}

/** The least that a transaction can do. */
export const onlyAsk = (transaction: Connection): Promise<unknown> =>
	transaction.$queryRaw`SELECT 1`;

/** How many wait for their turn at this database's writer. */
export const waitingWriters = (database: Database): number =>
	turns.get(database)?.pendingCount ?? 0;

const atOnce = { sqlite: 1, postgresql: maxWriters };

/** The turns at each database's writer. */
const turns = new WeakMap<Database, ReturnType<typeof pLimit>>();

const begin: Record<Database['provider'], typeof beginSqlite> = {
	sqlite: beginSqlite,
	postgresql: beginAgainWhileOvertaken
};

async function beginSqlite<T>(
	{ writer, asked, isInPlace }: Database,
	work: (transaction: Connection) => Promise<T>,
	askedAt: number
): Promise<T> {
	asked.at = askedAt;
	// Never the first to give up: it is by waiting for longer than `writeWaitMs` that a stuck writer is known.
	const result = await writer.$transaction(work, { maxWait: 2 * writeWaitMs, timeout });
	// Committed into a file that nobody will open again: the process is about to end (watchFile), and must not say "done" before.
	if (!isInPlace()) throw new FileGone('the database file was deleted or replaced');
	return result;
}

/** What was rolled back for another transaction's sake has left nothing behind. */
async function beginAgainWhileOvertaken<T>(
	database: Database,
	work: (transaction: Connection) => Promise<T>,
	askedAt: number
): Promise<T> {
	for (;;) {
		try {
			return await beginPostgres(database, work, askedAt);
		} catch (error) {
			if (!isOvertaken(error) || performance.now() - askedAt > writeWaitMs) throw error;
			await pause(randomInt(2 * hardlyAny));
		}
	}
}

async function beginPostgres<T>(
	{ writer }: Database,
	work: (transaction: Connection) => Promise<T>,
	askedAt: number
): Promise<T> {
	const waited = Math.round(performance.now() - askedAt);
	// While Postgres stalls everybody before them has failed: who waits last must not be told last of all.
	if (waited >= writeWaitMs) throw new NoTurn('no connection was free to write on');
	let isWorkDone = false;
	const inTime = async (transaction: Connection) => {
		if (waited > hardlyAny) {
			const left = Math.max(hardlyAny, writeWaitMs - waited);
			await transaction.$queryRaw`SELECT set_config('lock_timeout', ${String(left)}, true)`;
		}
		const result = await work(transaction);
		isWorkDone = true;
		return result;
	};
	try {
		return await writer.$transaction(inTime, { maxWait: writeWaitMs - waited, timeout });
	} catch (error) {
		throw isWorkDone && leavesOpen(error) ? new UnknownOutcome(undefined, { cause: error }) : error;
	}
}

/** In milliseconds. */
const timeout = 10_000;
const hardlyAny = 100;
