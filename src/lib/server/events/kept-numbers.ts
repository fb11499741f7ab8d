import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { idOf } from './event-id.ts';

/** The lowest and the highest number that is kept, and the id of the highest; both are 0 where nothing is kept. */
export type KeptNumbers = { oldest: number; newest: number; newestId: number };

export async function keptNumbers(read: Reader): Promise<KeptNumbers> {
	const [kept] = await read.query<KeptRow>(sql`SELECT ${keptColumns}`);
	return keptIn(kept);
}

export type KeptRow = Record<'oldest' | 'newest', number | bigint | null> & {
	newestAt: Date | string | null;
};

/** Each of the subqueries reads one end of the index. MIN and MAX in one query would read every row. */
export const keptColumns = sql`
	(SELECT MIN("number") FROM "Change") AS "oldest", (SELECT MAX("number") FROM "Change") AS "newest",
	(SELECT "at" FROM "Change" ORDER BY "number" DESC LIMIT 1) AS "newestAt"`;

export function keptIn(kept: KeptRow | undefined): KeptNumbers {
	const newest = Number(kept?.newest ?? 0);
	const newestId = kept?.newestAt ? idOf({ number: newest, at: kept.newestAt }) : 0;
	return { oldest: Number(kept?.oldest ?? 1), newest, newestId };
}
