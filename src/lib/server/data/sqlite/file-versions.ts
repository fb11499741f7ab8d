import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { writeWaitMs } from '../wait-limits.ts';

/**
 * Numbers the versions of a SQLite file. The number changes as soon as this process has committed anything, and at the latest two turns of
 * the event loop after another process has: asking SQLite costs more than most cached answers. Takes a connection that never writes,
 * because SQLite does not count a connection's own changes.
 */
export function versionsOf(url: string): Versions {
	const file = new Database(url.replace(/^file:/, ''), { readonly: true, timeout: writeWaitMs });
	const version = file.prepare('PRAGMA data_version').pluck();
	let cached: unknown;
	const invalidate = () => (cached = undefined);
	return {
		invalidate,
		versionOf: () => {
			if (cached === undefined) setImmediate(invalidate);
			return (cached ??= version.get());
		},
		close: () => file.close()
	};
}

type Versions = {
	versionOf(): unknown;
	/** To be called after this process has committed. */
	invalidate(): void;
	close(): void;
};

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
