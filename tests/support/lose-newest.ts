// What a standby lacks that takes the place of a Postgres.
import type { Database } from '../../src/lib/server/data/client.ts';
import { runTogether } from '../../src/lib/server/data/driver-transaction.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { keptNumbers } from '$lib/server/events/kept-numbers.ts';

/** Deletes the `count` newest Changes, and sets the counter back, so that their numbers are given again. */
export async function loseNewest(database: Database, count: number): Promise<void> {
	const { newest } = await keptNumbers(database.read);
	await runTogether(database, [
		sql`DELETE FROM "Change" WHERE "number" > ${newest - count}`,
		...database.dialect.continueAfter('Change', newest - count)
	]);
}
