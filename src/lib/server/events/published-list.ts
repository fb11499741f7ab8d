import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';

/** The list that anyone may see, "" where there is none. */
export async function publishedList(read: Reader): Promise<string> {
	const [list] = await read.query<{ uid: string }>(sql`
		SELECT l."uid" FROM "Instance" i JOIN "List" l ON l."uid" = i."publicListUid"
		WHERE i."id" = 1 AND l."deletedAt" IS NULL AND l."archivedAt" IS NULL`);
	return list?.uid ?? '';
}

/** The number of the last Change after `number` that published a list, or changed what is shown of it; undefined for none. */
export async function lastPublication(read: Reader, number: number): Promise<number | undefined> {
	const [last] = await read.query<{ number: number | bigint | null }>(sql`
		SELECT MAX("number") AS "number" FROM "Change" WHERE "number" > ${number} AND "kind" = 'public-list.changed'`);
	return last?.number ? Number(last.number) : undefined;
}
