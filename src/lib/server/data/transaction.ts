import pLimit from 'p-limit';
import type { Connection, Database } from './client.ts';

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
	const { dialect } = database;
	let turn = turns.get(database);
	if (!turn) turns.set(database, (turn = pLimit(dialect.writersAtOnce)));
	return turn(() => dialect.transact(database, work, askedAt));
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

/** The turns at each database's writer. */
const turns = new WeakMap<Database, ReturnType<typeof pLimit>>();
