import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';

/** Which of these members are still here. One statement for up to a thousand, which Prisma's `in` refuses on SQLite. */
export async function presentAmong(read: Reader, uids: string[]): Promise<string[]> {
	if (uids.length === 0) return [];
	const rows = await read.query<{ uid: string }>(sql`
		SELECT "uid" FROM "Member" WHERE "uid" IN (${sql.join(uids)}) AND "removedAt" IS NULL`);
	return rows.map(({ uid }) => uid);
}

/** The uids of all admins. */
export async function admins(read: Reader): Promise<string[]> {
	const rows = await read.query<{ uid: string }>(
		sql`SELECT "uid" FROM "Member" WHERE "role" = 'ROLE_ADMIN' AND "removedAt" IS NULL`
	);
	return rows.map(({ uid }) => uid);
}
