import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { statement } from '../statement.ts';

/** Rolls back where a COMMIT fails: SQLite may leave the transaction open, and then no other can begin. */
export function endsWithItsCommit(transaction: Transaction): Transaction {
	const execute = transaction.executeRaw.bind(transaction);
	return Object.assign(transaction, {
		executeRaw: async (query: SqlQuery) => {
			try {
				return await execute(query);
			} catch (error) {
				// SQLite refuses this where it has rolled back by itself.
				if (query.sql === 'COMMIT') await execute(statement('ROLLBACK')).catch(() => {});
				throw error;
			}
		}
	});
}
