import { Prisma, type Connection } from './client.ts';
import { execute } from './open-transaction.ts';

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
	const columns = Prisma.raw(names.map((name) => `"${name}"`).join());
	const atOnce = Math.floor(mostValues / names.length);
	for (let from = 0; from < rows.length; from += atOnce) {
		const tuples = rows
			.slice(from, from + atOnce)
			.map((row) => Prisma.sql`(${Prisma.join(names.map((name) => row[name]))})`);
		await execute(
			db,
			Prisma.sql`INSERT INTO ${Prisma.raw(`"${table}"`)} (${columns}) VALUES ${Prisma.join(tuples)}`
		);
	}
}

/** Of one statement; SQLite takes 32,766. */
const mostValues = 30_000;
