import type {
	SqlDriverAdapter,
	SqlQuery,
	SqlResultSet,
	Transaction
} from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { writeWaitMs } from './wait-limits.ts';

/** How something is asked of a database. */
export type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

/**
 * Remembers what a connection to SQLite has read for as long as `versionOf` says the same: see `versionsOf`. So a list that nobody
 * touches is read once, however often somebody looks.
 */
export function cachingReads(adapter: SqlDriverAdapter, versionOf: () => unknown): Ask {
	const answers = new LRUCache<string, SqlResultSet>({ maxSize: most, sizeCalculation: sizeOf });
	let version: unknown;

	/** As the file is now; what was remembered of another version is forgotten. */
	function currentVersion(): unknown {
		const now = versionOf();
		if (now !== version) answers.clear();
		return (version = now);
	}

	return async (query) => {
		const asked = currentVersion();
		const key = keyOf(query);
		const known = answers.get(key);
		if (known) return known;
		const answer = await adapter.queryRaw(query);
		// Meanwhile somebody may have noticed a change that came after this was read.
		if (version === asked && sizeOf(answer) < most / 10) answers.set(key, answer);
		return answer;
	};
}

/**
 * Numbers the versions of a SQLite file: another one as soon as this process has committed anything, and two turns of its event
 * loop later at the latest where another one has, since asking costs more than most answers that are remembered. It takes a connection that
 * never writes, whose own changes would have no number.
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
	/** For what this process has committed. */
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

function keyOf({ sql, args }: SqlQuery): string {
	const values = args.map((value) => [
		typeof value,
		value instanceof Date ? +value : String(value)
	]);
	return JSON.stringify([sql, values]);
}

/** Characters, roughly, of all that is remembered. */
const most = 8_000_000;

function sizeOf({ rows }: SqlResultSet): number {
	const ofValue = (value: unknown) => (typeof value === 'string' ? value.length + 20 : 20);
	return rows.reduce(
		(sum, row) => sum + row.reduce((width: number, value) => width + ofValue(value), 100),
		100
	);
}
