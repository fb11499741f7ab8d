import { rowsPerInsertion } from './insert-many.ts';
import type { Reader } from './reader.ts';
import { sql, type Sql, type Value } from './sql.ts';

/** The rows of a table in the order of its primary key, in portions. */
export async function* portionsOf(reader: Reader, table: string, key: string[]) {
	const columns = sql.join(key.map(sql.identifier));
	const read = (where: Sql) =>
		reader.query<Record<string, Value>>(
			sql`SELECT * FROM ${sql.identifier(table)} ${where} ORDER BY ${columns} LIMIT ${rowsPerInsertion}`
		);
	let rows = await read(sql.empty);
	while (rows.length > 0) {
		yield [...rows];
		const last = sql.join(key.map((name) => rows.at(-1)?.[name]));
		rows = await read(sql`WHERE (${columns}) > (${last})`);
	}
}
