import type { SqlResultSet } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

/** An answer that would push out many others, such as 10,000 items, has a place of its own for the last one of them. */
export function cachedAnswers() {
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

/** Characters of all short answers and their keys, roughly. */
const maxCharacters = 4_000_000;

function sizeOf({ rows }: SqlResultSet): number {
	const ofValue = (value: unknown) => (typeof value === 'string' ? value.length + 20 : 20);
	return rows.reduce(
		(sum, row) => sum + row.reduce((width: number, value) => width + ofValue(value), 100),
		100
	);
}
