import type { Connection, Prisma } from './client.ts';
import { send } from './open-transaction.ts';
import { yieldToOthers } from './yield-to-others.ts';
import { sql } from './sql.ts';

/** What a column takes. */
export type Value = string | number | boolean | Date | null;

/**
 * Inserts rows of the same columns; what is left out of all of them takes the database's default. They are numbered in
 * their order. The client's own `createMany` reckons with every value, which for ten thousand rows holds everybody up
 * for seconds.
 */
export async function insertMany<Row extends Record<string, Value>>(
	db: Connection,
	table: Prisma.ModelName,
	rows: Row[]
): Promise<void> {
	const [first] = rows;
	if (!first) return;
	const names = Object.keys(first);
	const columns = sql.raw(names.map((name) => `"${name}"`).join());
	for await (const portion of inPortions(rows, names.length)) {
		const tuples = portion.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
		await send(
			db,
			sql`INSERT INTO ${sql.raw(`"${table}"`)} (${columns}) VALUES ${sql.join(tuples)}`
		);
	}
}

/** As many rows of so many values each as one statement takes, and then the next. */
export async function* inPortions<Row>(rows: Row[], valuesEach: number): AsyncGenerator<Row[]> {
	const atOnce = Math.floor(mostValues / valuesEach);
	for (let from = 0; from < rows.length; from += atOnce) {
		// SQLite is asked on the thread that answers everybody.
		if (from > 0) await yieldToOthers();
		yield rows.slice(from, from + atOnce);
	}
}

/** Of one statement; SQLite takes 32,766. */
const mostValues = 30_000;
