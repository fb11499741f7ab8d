import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { cachedAnswers } from './cached-answers.ts';
import { keyOf } from './query-key.ts';

/** Sends a query to a database. */
export type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

/** Answers a query for a given version of the database. */
type AskAt = (query: SqlQuery, version: unknown) => Promise<SqlResultSet>;

/**
 * Caches answers until a query names another version. If the rows are still those of the version before, as most are, the cached
 * answer is returned, and what was parsed from its rows can be used again.
 */
export function cachingReads(ask: Ask): AskAt {
	let [current, previous] = [cachedAnswers(), cachedAnswers()];
	let version: unknown;
	return async (query, asked) => {
		if (asked !== version) {
			[current, previous] = [previous, current];
			current.clear();
			version = asked;
		}
		const key = keyOf(query);
		const cached = current.get(key);
		if (cached) return cached;
		const before = previous.get(key);
		const read = await ask(query);
		const answer = before && areSame(before.rows, read.rows) ? before : read;
		// Where another query has named a newer version meanwhile, this answer is not stored.
		if (version === asked) current.set(key, answer);
		return answer;
	};
}

const areSame = (before: unknown[][], after: unknown[][]): boolean =>
	before.length === after.length &&
	before.every((row, at) => row.every((value, column) => value === after[at]?.[column]));
