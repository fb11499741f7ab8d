import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/** How something is asked of a database. */
export type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

/**
 * Remembers what a connection to SQLite has read until anything in the file changes, whoever changes it: SQLite numbers its
 * versions. So a list that nobody touches is read once, however often somebody looks. The connection must never write: its own
 * changes have no number.
 */
export function rememberingReads(adapter: SqlDriverAdapter): Ask {
	const answers = new LRUCache<string, SqlResultSet>({ maxSize: most, sizeCalculation: sizeOf });
	let version: unknown;

	/** As the file is now; what was remembered of another version is forgotten. */
	async function currentVersion(): Promise<unknown> {
		const { rows } = await adapter.queryRaw(dataVersion);
		const now = rows[0]?.[0];
		if (now !== version) answers.clear();
		return (version = now);
	}

	return async (query) => {
		const asked = await currentVersion();
		const key = keyOf(query);
		const known = answers.get(key);
		if (known) return known;
		const answer = await adapter.queryRaw(query);
		// Meanwhile somebody may have noticed a change that came after this was read.
		if (version === asked && sizeOf(answer) < most / 10) answers.set(key, answer);
		return answer;
	};
}

const dataVersion: SqlQuery = { sql: 'PRAGMA data_version', args: [], argTypes: [] };

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
