import { ColumnTypeEnum, type ColumnType, type SqlResultSet } from '@prisma/driver-adapter-utils';
import { madeOnce } from '../../client/format/made-once.ts';
import { driverOf } from './open-transaction.ts';
import type { Ask } from './read-cache.ts';
import type { Prisma } from './generated/sqlite/client.ts';
import { asStatement, type TextOf } from './statement.ts';
import type { Sql } from './sql.ts';

/** Reads in SQL. The rows are frozen, because a cached row is handed to several callers. */
export type Reader = { query<Row>(sql: Sql): Promise<readonly Row[]> };

/**
 * Sends queries straight to the driver: the way through the client costs more than finding the few rows that most of them
 * ask for. Values are those that the client would return, errors are the driver's own. Does not see the client's open
 * transactions.
 */
export function readerOn({ textOf }: { textOf: TextOf }, driver: Ask): Reader {
	return readerBy((sql) => driver(asStatement(textOf, sql)));
}

/** The reader of an open transaction: it sees what the transaction has written. */
export function readerIn(transaction: Prisma.TransactionClient): Reader {
	const driver = driverOf(transaction);
	if (!driver) return { query: (sql) => transaction.$queryRaw(sql) };
	return readerBy((sql) => driver.query(sql));
}

/** The caller of `query` says which rows the statement returns, as with the client's own raw queries. */
const readerBy = (ask: (sql: Sql) => Promise<SqlResultSet>): Reader => ({
	query: async <Row>(sql: Sql) => rowsOf(await ask(sql)) as readonly Row[]
});

type Row = Record<string, unknown>;

/** The rows of one result are converted once and frozen. Where the result is cached, later callers get the same rows. */
const rowsOf = madeOnce((result: SqlResultSet): readonly Row[] => Object.freeze(asRows(result)));

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
