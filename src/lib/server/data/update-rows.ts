import type { Connection, Prisma } from './client.ts';
import { send } from './open-transaction.ts';
import { sql, type Value } from './sql.ts';

/**
 * Sets columns of the rows of these uids. Frequent commands use this, because the client's own `updateMany` costs
 * several times as much.
 */
export function updateRows(
	db: Connection,
	table: Prisma.ModelName,
	uids: string[],
	columns: Record<string, Value>
): Promise<void> {
	const sets = Object.entries(columns).map(
		([name, value]) => sql`${sql.raw(`"${name}"`)} = ${value}`
	);
	return send(
		db,
		sql`UPDATE ${sql.raw(`"${table}"`)} SET ${sql.join(sets)} WHERE "uid" IN (${sql.join(uids)})`
	);
}
