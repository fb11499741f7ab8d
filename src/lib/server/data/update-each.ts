import type { Connection, Prisma } from './client.ts';
import { inPortions, rowsThatFit } from './insert-many.ts';
import { send } from './open-transaction.ts';
import { updateRows } from './update-rows.ts';
import { sql, type Sql, type Value } from './sql.ts';

/** A row by its uid, and what its columns are set to. */
export type UpdatedRow = { uid: string } & Record<string, Value>;

/** Sets columns of each row to values of its own: rows of the same columns in one statement, as far as one takes so many values. */
export async function updateEach(
	db: Connection,
	table: Prisma.ModelName,
	rows: UpdatedRow[]
): Promise<void> {
	for (const alike of Map.groupBy(rows, (row) => Object.keys(row).sort().join()).values()) {
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
	const isSame = ([name, value]: [string, Value]) => rows.every((row) => row[name] === value);
	const same = Object.entries(first).filter(isSame);
	const own = Object.keys(first).filter((name) => !same.some(([other]) => name === other));
	if (own.length > 0) return send(db, updateOf(table, same, own, rows));
	const uids = rows.map(({ uid }) => uid);
	return updateRows(db, table, uids, Object.fromEntries(same));
}

function updateOf(
	table: Prisma.ModelName,
	same: [string, Value][],
	own: string[],
	rows: UpdatedRow[]
): Sql {
	const target = quoted(table);
	const columns = ['uid', ...own].map(quoted);
	// The first row has no uid, so it updates nothing. Postgres takes the type of each column from it.
	const typed = columns.map((column) => sql`(SELECT ${column} FROM ${target} WHERE FALSE)`);
	const tuples = rows.map((row) => sql`(${sql.join([row.uid, ...own.map((name) => row[name])])})`);
	const sets = [
		...same.map(([name, value]) => sql`${quoted(name)} = ${value}`),
		...own.map((name) => sql`${quoted(name)} = n.${quoted(name)}`)
	];
	return sql`WITH n (${sql.join(columns)}) AS (VALUES (${sql.join(typed)}), ${sql.join(tuples)})
		UPDATE ${target} SET ${sql.join(sets)} FROM n WHERE ${target}."uid" = n."uid"`;
}

const quoted = (name: string): Sql => sql.raw(`"${name}"`);
