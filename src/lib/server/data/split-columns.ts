import type { Value } from './sql.ts';

/** The values that are the same in all rows, and the columns that differ. Dates are the same only as one object. */
export function splitColumns(
	columns: string[],
	rows: Record<string, Value>[]
): { shared: Record<string, Value>; differing: string[] } {
	const shared: Record<string, Value> = {};
	const differing: string[] = [];
	const [first] = rows;
	for (const name of columns) {
		const value = first?.[name] ?? null;
		if (rows.every((row) => (row[name] ?? null) === value)) shared[name] = value;
		else differing.push(name);
	}
	return { shared, differing };
}
