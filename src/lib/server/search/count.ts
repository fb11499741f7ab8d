import type { Sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';

/** The `hits` that a query counts, which reads nothing else. */
export async function countOf(unit: Unit, query: Sql): Promise<number> {
	const [row] = await unit.dialect.slowRead(() =>
		unit.read.query<{ hits: bigint | number }>(query)
	);
	return Number(row?.hits ?? 0);
}
