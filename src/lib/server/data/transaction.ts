import type { Connection, Database } from './client.ts';
import type { WriteQueue } from './dialect.ts';

/**
 * Runs `work` in a transaction and commits it; what it throws leaves nothing of it behind. On SQLite those that wait
 * share one, see `sharingCommits`. NoTurn is thrown if no turn comes within `writeWaitMs`; on SQLite a turn that is free at
 * that moment is still used, and the lock is tried once. `work` may run again, where nothing of the first time is left: another
 * transaction was in its way, or took it with it. Await nothing inside but the database and `yieldToOthers`. Throws
 * UnknownOutcome where Postgres went just as it was to commit.
 */
export function inTransaction<T>(
	database: Database,
	work: (transaction: Connection) => Promise<T>
): Promise<T> {
	let queue = queues.get(database);
	if (!queue) queues.set(database, (queue = database.dialect.openQueue(database)));
	return queue.run(work);
}

/** What `work` would come to: within the open transaction it is undone again. */
export async function rolledBack<T>(transaction: Connection, work: () => Promise<T>): Promise<T> {
	await transaction.$executeRaw`SAVEPOINT preview`;
	const result = await work();
	await transaction.$executeRaw`ROLLBACK TO SAVEPOINT preview`;
	return result;
}

/** How many wait for their turn at this database's writer. */
export const waitingWriters = (database: Database): number => queues.get(database)?.waiting() ?? 0;

const queues = new WeakMap<Database, WriteQueue>();
