import { madeOnce } from '../../client/format/made-once.ts';
import type { Connection, Database } from './client.ts';

/**
 * Runs `work` in a transaction and commits it; an error rolls it back. On SQLite, calls that wait share a transaction, see
 * `sharingCommits`. Throws NoTurn if no turn comes within `writeWaitMs`; on SQLite a turn that is free at that moment is still
 * used, and the lock is tried once. `work` may run again after a rollback that another transaction caused. Await nothing inside
 * but the database and `yieldToOthers`. Throws UnknownOutcome where the connection to Postgres is lost during the commit.
 */
export function inTransaction<T>(
	database: Database,
	work: (transaction: Connection) => Promise<T>
): Promise<T> {
	return queueOf(database).run(work);
}

/** Returns the result of `work`, which is then rolled back to a savepoint in the open transaction. */
export async function rolledBack<T>(transaction: Connection, work: () => Promise<T>): Promise<T> {
	await transaction.$executeRaw`SAVEPOINT preview`;
	const result = await work();
	await transaction.$executeRaw`ROLLBACK TO SAVEPOINT preview`;
	return result;
}

/** How many wait for their turn at this database's writer. */
export const waitingWriters = (database: Database): number => queueOf(database).waiting();

const queueOf = madeOnce((database: Database) => database.dialect.openQueue(database));
