import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/** How something is asked of a database. */
export type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

/** The same, in a given version of the database. */
type AskOf = (query: SqlQuery, version: unknown) => Promise<SqlResultSet>;

/** Caches what is read until it is asked in another version. A list that nobody changes is read once. */
export function cachingReads(ask: Ask): AskOf {
	const answers = new LRUCache<string, SqlResultSet>({ maxSize: most, sizeCalculation: sizeOf });
	let version: unknown;
	return async (query, asked) => {
		if (asked !== version) answers.clear();
		version = asked;
		const key = keyOf(query);
		const known = answers.get(key);
		if (known) return known;
		const answer = await ask(query);
		// Meanwhile somebody may have noticed a change that came after this was read.
		if (version === asked && sizeOf(answer) < most / 10) answers.set(key, answer);
		return answer;
	};
}

/** Memoises `make` by its text, for the texts used last: up to four million characters. */
export function madeOnceOf<T extends object>(make: (text: string) => T): (text: string) => T {
	const made = new LRUCache<string, T>({
		maxSize: most / 2,
		sizeCalculation: (_, text) => text.length + 1
	});
	return (text) => {
		const known = made.get(text) ?? make(text);
		made.set(text, known);
		return known;
	};
}

function keyOf({ sql, args }: SqlQuery): string {
	const values = args.map((value) => [
		typeof value,
		value instanceof Date ? +value : String(value)
	]);
	return `${sql}\n${JSON.stringify(values)}`;
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
