import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';

/** Calls `onCommit` as soon as anything may have been committed, by a transaction or by a statement of its own. */
export function noteCommits(adapter: SqlDriverAdapter, onCommit: () => void): void {
	const [begin, query, execute] = [adapter.startTransaction, adapter.queryRaw, adapter.executeRaw];
	Object.assign(adapter, {
		queryRaw: (asked: SqlQuery) => query.call(adapter, asked).finally(onCommit),
		executeRaw: (asked: SqlQuery) => execute.call(adapter, asked).finally(onCommit),
		startTransaction: async (): Promise<Transaction> => {
			const transaction = await begin.call(adapter);
			const run = transaction.executeRaw;
			return Object.assign(transaction, {
				executeRaw: (asked: SqlQuery) =>
					asked.sql === 'COMMIT'
						? run.call(transaction, asked).finally(onCommit)
						: run.call(transaction, asked)
			});
		}
	});
}
