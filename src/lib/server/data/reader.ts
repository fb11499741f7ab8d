import type { SqlResultSet } from '@prisma/driver-adapter-utils';
import { driverOf } from './open-transaction.ts';
import type { Ask } from './read-cache.ts';
import type { Prisma } from './generated/sqlite/client.ts';
import { asStatement, type TextOf } from './statement.ts';
import type { Sql } from './sql.ts';
import { rowsOf } from './result-rows.ts';

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
