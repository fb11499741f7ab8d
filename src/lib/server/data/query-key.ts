import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';

export function keyOf({ sql, args }: SqlQuery): string {
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
