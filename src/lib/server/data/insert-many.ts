import type { Connection, Prisma } from './client.ts';
import type { Dialect } from './dialect.ts';
import { send } from './open-transaction.ts';
import { sql, type Sql, type Value } from './sql.ts';
import { inPortions } from './portions.ts';

/** Where rows are inserted: a unit, or a database and its dialect. */
type Into = { db: Connection; dialect: Dialect };

/**
 * Inserts rows that all have the same columns; every other column takes the database's default. The rows are numbered
 * in their order. The client's own `createMany` processes every value, which for ten thousand rows blocks the event
 * loop for seconds.
 */
export async function insertMany<Row extends Record<string, Value>>(
	{ db, dialect }: Into,
	table: Prisma.ModelName,
	rows: Row[]
): Promise<void> {
	const [first] = rows;
	if (!first) return;
	const names = Object.keys(first);
	if (rows.length === 1)
		return send(
			db,
			sql`${into(table, names)} VALUES (${sql.join(names.map((name) => first[name]))})`
		);
	for await (const portion of inPortions(rows, rowsPerInsertion))
		await send(db, insertion(dialect, table, portion));
}

/** Inserts these rows, at most `rowsPerInsertion`, in one statement. */
export function insertion(dialect: Dialect, table: string, rows: Record<string, Value>[]): Sql {
	const names = Object.keys(rows[0] ?? {});
	return sql`${into(table, names)} ${dialect.rowsOfJson(table, names, rows)}`;
}

const into = (table: string, names: string[]): Sql =>
	sql`INSERT INTO ${sql.identifier(table)} (${sql.join(names.map(sql.identifier))})`;

/** The JSON of more rows can exceed the longest string: a note has up to 64,000 characters, and JSON writes some of them as six. */
export const rowsPerInsertion = 500;
