import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { timestamp } from '../kernel/text.ts';

/** When the newest Change was made. In SQL, because the start asks for it, and loads no engine of the client. */
export async function newestChangeAt(read: Reader): Promise<Date | undefined> {
	const [newest] = await read.query<{ at: Date | string }>(
		sql`SELECT "at" FROM "Change" ORDER BY "number" DESC LIMIT 1`
	);
	return newest && new Date(timestamp(newest.at));
}
