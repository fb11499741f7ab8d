import type { Connection, Prisma } from './client.ts';
import { inPortions, rowsThatFit } from './portions.ts';
import { send } from './open-transaction.ts';
import { splitColumns } from './split-columns.ts';
import { sql, type Sql, type Value } from './sql.ts';

/** Sets columns of the rows of these uids. The client's own `updateMany` costs several times as much. */
export function updateRows(
	db: Connection,
	table: Prisma.ModelName,
	uids: string[],
	columns: Record<string, Value>
): Promise<void> {
	const sets = sql.join(assignments(columns));
	const update = sql`UPDATE ${sql.identifier(table)} SET ${sets} WHERE "uid" IN (${sql.join(uids)})`;
	return send(db, update);
}

/** A row by its uid, and what its columns are set to. */
export type UpdatedRow = { uid: string } & Record<string, Value>;

/**
 * Sets columns of each row to values of its own. Rows that name the same columns in the same order share a statement, as far as it
 * takes so many values.
 */
export async function updateEach(
	db: Connection,
	table: Prisma.ModelName,
	rows: UpdatedRow[]
): Promise<void> {
	for (const alike of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
		const values = 2 * Object.keys(alike[0] ?? {}).length;
		for await (const portion of inPortions(alike, rowsThatFit(values)))
			await updateAlike(db, table, portion);
	}
}

/** Rows of the same columns. What is the same in all of them is sent once. */
async function updateAlike(
	db: Connection,
	table: Prisma.ModelName,
	rows: UpdatedRow[]
): Promise<void> {
	const { uid: _, ...first }: UpdatedRow = rows[0] ?? { uid: '' };
	const { shared, differing } = splitColumns(Object.keys(first), rows);
	if (differing.length > 0) return send(db, updateOf(table, shared, differing, rows));
	const uids = rows.map(({ uid }) => uid);
	return updateRows(db, table, uids, shared);
}

function updateOf(
	table: Prisma.ModelName,
	same: Record<string, Value>,
	own: string[],
	rows: UpdatedRow[]
): Sql {
	const target = sql.identifier(table);
	const columns = ['uid', ...own].map(sql.identifier);
	// The first row has no uid, so it updates nothing. Postgres takes the type of each column from it.
	const typed = columns.map((column) => sql`(SELECT ${column} FROM ${target} WHERE FALSE)`);
	const tuples = rows.map((row) => sql`(${sql.join([row.uid, ...own.map((name) => row[name])])})`);
	const differing = own.map((name) => sql`${sql.identifier(name)} = n.${sql.identifier(name)}`);
	return sql`WITH n (${sql.join(columns)}) AS (VALUES (${sql.join(typed)}), ${sql.join(tuples)})
		UPDATE ${target} SET ${sql.join([...assignments(same), ...differing])} FROM n WHERE ${target}."uid" = n."uid"`;
}

const assignments = (columns: Record<string, Value>): Sql[] =>
	Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
