import { ColumnTypeEnum, type ColumnType, type SqlResultSet } from '@prisma/driver-adapter-utils';
import { madeOnce } from '../../client/format/made-once.ts';

/** The rows of one result are converted once and frozen. Where the result is cached, later callers get the same rows. */
export const rowsOf = madeOnce((result: SqlResultSet): readonly Row[] =>
	Object.freeze(asRows(result))
);

type Row = Record<string, unknown>;

function asRows({ columnNames, columnTypes, rows }: SqlResultSet): Row[] {
	return rows.map((row) =>
		Object.freeze(
			Object.fromEntries(columnNames.map((name, at) => [name, asGivenBy(columnTypes[at], row[at])]))
		)
	);
}

/** As the client would give it: drivers hand over dates and large numbers as text, and SQLite's yes and no as numbers. */
function asGivenBy(type: ColumnType | undefined, value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	if (type === ColumnTypeEnum.DateTime) return new Date(value);
	if (type === ColumnTypeEnum.Boolean) return Boolean(value);
	return type === ColumnTypeEnum.Int64 ? BigInt(value) : value;
}
