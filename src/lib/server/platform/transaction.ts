import pLimit from 'p-limit';
import { mostWriters, type Connection, type Database } from './database.ts';
import { leavesOpen, UnknownOutcome } from './faults.ts';
import { patience } from './patience.ts';

/**
 * Runs `work` in one transaction and commits it; what throws inside rolls everything back. On SQLite one at a time:
 * the adapter has a single connection, and whatever another request wrote on it meanwhile would share this
 * transaction's fate. Await nothing but the database inside. Who has waited for their turn as long as `patience` still
 * has it, and waits no more for locks. Throws UnknownOutcome where Postgres went just as it was to commit.
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

/** How many wait for their turn at this database's writer. */
export const waitingWriters = (database: Database): number =>
	turns.get(database)?.pendingCount ?? 0;

const atOnce = { sqlite: 1, postgresql: mostWriters };

/** The turns at each database's writer. */
const turns = new WeakMap<Database, ReturnType<typeof pLimit>>();

const begin: Record<Database['provider'], typeof beginSqlite> = {
	sqlite: beginSqlite,
	postgresql: beginPostgres
};

function beginSqlite<T>(
	{ writer, asked }: Database,
	work: (transaction: Connection) => Promise<T>,
	askedAt: number
): Promise<T> {
	asked.at = askedAt;
	// Never the first to give up: it is by waiting for longer than anybody's patience that a stuck writer is known.
	return writer.$transaction(work, { maxWait: 2 * patience, timeout });
}

async function beginPostgres<T>(
	{ writer }: Database,
	work: (transaction: Connection) => Promise<T>,
	askedAt: number
): Promise<T> {
	const waited = Math.round(performance.now() - askedAt);
	let isWorkDone = false;
	const inTime = async (transaction: Connection) => {
		if (waited > hardlyAny) {
			const left = Math.max(hardlyAny, patience - waited);
			await transaction.$queryRaw`SELECT set_config('lock_timeout', ${String(left)}, true)`;
		}
		const result = await work(transaction);
		isWorkDone = true;
		return result;
	};
	try {
		return await writer.$transaction(inTime, { maxWait: patience, timeout });
	} catch (error) {
		throw isWorkDone && leavesOpen(error) ? new UnknownOutcome(undefined, { cause: error }) : error;
	}
}

/** In milliseconds. */
const timeout = 10_000;
const hardlyAny = 100;
