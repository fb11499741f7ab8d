import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/**
 * Names statements that are asked again and again. Postgres parses and plans a named one once for each connection, which is
 * most of the work of a small statement. A name is never given to another statement, so the number of names is limited.
 */
export function statementNames(): (query: SqlQuery) => string {
	const names = new Map<string, string>();
	const asked = new LRUCache<string, number>({ max: mostCounted });
	return ({ sql }) => {
		const known = names.get(sql);
		if (known) return known;
		if (names.size >= mostNamed || sql.length > longest || isSearch(sql)) return unnamed;
		const times = (asked.get(sql) ?? 0) + 1;
		asked.set(sql, times);
		if (times < oftenEnough) return unnamed;
		const name = `hearth_${names.size + 1}`;
		names.set(sql, name);
		return name;
	};
}

/** The best plan of a search depends on how frequent the word is. A plan for any word begins in the wrong place. */
export const isSearch = (sql: string): boolean => sql.includes('tsquery');

/** A statement without a name is planned anew each time. */
const unnamed = '';
const mostNamed = 300;
const mostCounted = 1000;
/** Each length of a list of uids makes a statement of its own; few of these are asked so often. */
const oftenEnough = 10;
/** Characters. */
const longest = 5000;
