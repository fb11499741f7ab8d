import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import type { Database } from './client.ts';
import { asStatement, statement } from './statement.ts';
import type { Sql } from './sql.ts';

/** A database without its client, so that the client's engine cannot be loaded by mistake. */
export type Driven = Pick<Database, 'driver' | 'dialect'>;

/** Run in their order. Their results are ignored. */
export type Statements = Iterable<Sql> | AsyncIterable<Sql>;

/** Runs these statements in a transaction of the driver's own. */
export function runTogether({ driver, dialect }: Driven, statements: Statements): Promise<void> {
	return inDriverTransaction(driver, async (transaction) => {
		for await (const sql of statements)
			await transaction.executeRaw(asStatement(dialect.textOf, sql));
	});
}

/**
 * Runs `work` in a transaction of the driver's own, and commits it. The client has no part in it, so its engine, which takes 27 MB,
 * is not loaded. Where the work or the commit fails, rolls back and throws the driver's own error.
 */
export async function inDriverTransaction<T>(
	driver: SqlDriverAdapter,
	work: (transaction: Transaction) => Promise<T>
): Promise<T> {
	const transaction = await driver.startTransaction();
	let result: T;
	try {
		result = await work(transaction);
		await transaction.executeRaw(statement('COMMIT'));
	} catch (error) {
		// The database refuses this where it has rolled back by itself.
		await transaction.executeRaw(statement('ROLLBACK')).catch(() => {});
		await transaction.rollback();
		throw error;
	}
	await transaction.commit();
	return result;
}
