import pLimit from 'p-limit';
import { type Connection, type Database } from './database.ts';

/**
 * Runs `work` in one transaction and commits it; what throws inside rolls everything back. On SQLite one at a time:
 * the adapter has a single connection, and whatever another request wrote on it meanwhile would share this
 * transaction's fate. Await nothing but the database inside.
 */
export async function inTransaction<T>(
	database: Database,
	work: (transaction: Connection) => Promise<T>
): Promise<T> {
	const run = () => database.writer.$transaction(work, { maxWait: 5000, timeout: 10_000 });
	if (database.provider === 'postgresql') return run();
	let turn = turns.get(database);
	if (!turn) turns.set(database, (turn = pLimit(1)));
	return turn(run);
}

/** The mutex around each SQLite database's writer. */
const turns = new WeakMap<Database, ReturnType<typeof pLimit>>();
