import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/** Sends a query to a database. */
export type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

/** Answers a query for a given version of the database. */
type AskAt = (query: SqlQuery, version: unknown) => Promise<SqlResultSet>;

/**
 * Caches answers until a query names another version. If the rows are still those of the version before, as most are, the cached
 * answer is returned, and what was parsed from its rows can be used again.
 */
export function cachingReads(ask: Ask): AskAt {
	let [current, previous] = [open(), open()];
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

/** An answer that would push out many others, such as 10,000 items, has a place of its own for the last one of them. */
function open() {
	const short = new LRUCache<string, SqlResultSet>({ maxSize: maxCharacters / 2 });
	const long = new LRUCache<string, SqlResultSet>({ max: 1, maxSize: maxCharacters });
	return {
		get: (key: string) => short.get(key) ?? long.get(key),
		set: (key: string, answer: SqlResultSet) => {
			const size = sizeOf(answer) + key.length;
			(size < maxCharacters / 10 ? short : long).set(key, answer, { size });
		},
		clear: () => [short, long].forEach((answers) => answers.clear())
	};
}

const areSame = (before: unknown[][], after: unknown[][]): boolean =>
	before.length === after.length &&
	before.every((row, at) => row.every((value, column) => value === after[at]?.[column]));

/** Memoises `make` for the texts used last: up to two million characters of text, and a few times that of results. */
export function memoised<T extends object>(make: (text: string) => T): (text: string) => T {
	const memo = new LRUCache<string, T>({
		maxSize: maxCharacters / 2,
		sizeCalculation: (_, text) => text.length + 1,
		memoMethod: (text) => make(text)
	});
	return (text) => memo.memo(text);
}

function keyOf({ sql, args }: SqlQuery): string {
	const values = args.map((value) => {
		const text = value instanceof Date ? String(+value) : String(value);
		return `${typeof value} ${text.length} ${text}`;
	});
	return `${numbers.memo(sql)} ${values.join('')}`;
}

/**
 * The number that stands for each SQL text in a key, since the text itself would be hashed anew with each key. A number is never
 * given to another text.
 */
const numbers = new LRUCache<string, number>({
	maxSize: 2_000_000,
	sizeCalculation: (_, sql) => sql.length,
	memoMethod: () => (newest += 1)
});
let newest = 0;

/** Characters of all short answers and their keys, roughly. */
const maxCharacters = 4_000_000;

function sizeOf({ rows }: SqlResultSet): number {
	const ofValue = (value: unknown) => (typeof value === 'string' ? value.length + 20 : 20);
	return rows.reduce(
		(sum, row) => sum + row.reduce((width: number, value) => width + ofValue(value), 100),
		100
	);
}
