import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/**
 * Names statements that are asked again and again. Postgres parses and plans one with a name once for each connection, which
 * for the small ones is most of its work. A name is never given to another statement, so there is an end to them.
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
		asked.delete(sql);
		const name = `hearth_${names.size + 1}`;
		names.set(sql, name);
		return name;
	};
}

/** How often a word is found decides where it is best to begin, and a plan for any word begins in the wrong place. */
export const isSearch = (sql: string): boolean => sql.includes('tsquery');

/** Planned anew each time. */
const unnamed = '';
const mostNamed = 300;
const mostCounted = 1000;
/** Lists of uids make a statement for every length; few of them are asked so often. */
const oftenEnough = 10;
/** Characters. */
const longest = 5000;
