import type { Database } from '../data/client.ts';
import { inTransaction } from '../data/transaction.ts';
import { sql } from '../data/sql.ts';
import { wordsOf } from '../kernel/text.ts';

/**
 * Indexes the quantities that were written before they were searched. SQL cannot fold accents, so no migration can. Runs
 * at every start, in small transactions: other nodes can write meanwhile, and the next start goes on where one was killed.
 * Returns how many items were indexed.
 */
export async function indexOldQuantities(database: Database): Promise<number> {
	let indexed = 0;
	for (;;) {
		const rows = await unindexed(database);
		if (rows.length === 0) return indexed;
		indexed += await index(database, rows);
	}
}

type Row = { number: bigint | number; quantity: string };

const rowsAtOnce = 2000;

/** Read outside of a transaction, so that a start with nothing to index writes nothing and waits for no lock. */
function unindexed({ read }: Database): Promise<readonly Row[]> {
	return read.query(sql`
		SELECT "number", "quantity" FROM "Item" WHERE "quantityWords" IS NULL AND "quantity" <> ''
		ORDER BY "number" LIMIT ${rowsAtOnce}`);
}

/** Indexes these quantities, except those that another node has changed since they were read. */
function index(database: Database, rows: readonly Row[]): Promise<number> {
	const made = rows.map(
		({ number, quantity }) =>
			sql`(CAST(${Number(number)} AS INTEGER), ${quantity}, ${wordsOf(quantity)})`
	);
	const update = sql`
		WITH made("number", "quantity", "words") AS (VALUES ${sql.join(made)})
		UPDATE "Item" SET "quantityWords" = made."words" FROM made
		WHERE "Item"."number" = made."number" AND "Item"."quantity" = made."quantity" AND "Item"."quantityWords" IS NULL`;
	return inTransaction(database, (db) => db.$executeRaw(update));
}
