import type { Database } from './client.ts';
import { runTogether } from './driver-transaction.ts';
import { insertion } from './insert-many.ts';
import { readerOn, type Reader } from './reader.ts';
import type { Sql } from './sql.ts';
import { statement } from './statement.ts';
import { copiedTables } from './copied-tables.ts';
import { portionsOf } from './table-portions.ts';

/**
 * Copies every row of a household from one snapshot into an empty, migrated database, in one transaction. Each database may be SQLite or
 * Postgres. Throws the driver's own error.
 */
export async function copyHousehold(from: Database, to: Database): Promise<void> {
	// SQLite has no other level. On Postgres it hides what is committed after the first read.
	const snapshot = await from.driver.startTransaction('SERIALIZABLE');
	try {
		const reader = readerOn(from.dialect, (query) => snapshot.queryRaw(query));
		await runTogether(to, insertionsOf(reader, from, to));
	} finally {
		await snapshot.executeRaw(statement('ROLLBACK'));
		await snapshot.rollback();
	}
}

async function* insertionsOf(reader: Reader, from: Database, to: Database): AsyncGenerator<Sql> {
	for (const { table, key } of copiedTables) {
		for await (const rows of portionsOf(reader, table, key))
			yield insertion(to.dialect, table, rows);
		if (key[0] !== 'number') continue;
		const [counter] = await reader.query<{ last: number | bigint }>(from.dialect.lastNumber(table));
		if (counter) yield* to.dialect.continueAfter(table, Number(counter.last));
	}
}
