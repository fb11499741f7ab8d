import type { Database } from './client.ts';
import { asStatement, statement } from './statement.ts';
import type { Sql } from './sql.ts';

/** A database without its client, so that the client's engine cannot be loaded by mistake. */
export type Driven = Pick<Database, 'driver' | 'dialect'>;

/** Run in their order. Their results are ignored. */
export type Statements = Iterable<Sql> | AsyncIterable<Sql>;

/**
 * Runs these statements in a transaction of the driver's own. The client has no part in it, so its engine, which takes 27 MB,
 * is not loaded. Where a statement fails, rolls back and throws the driver's own error.
 */
export async function inDriverTransaction(
	{ driver, dialect }: Driven,
	statements: Statements
): Promise<void> {
	const transaction = await driver.startTransaction();
	try {
		for await (const sql of statements)
			await transaction.executeRaw(asStatement(dialect.textOf, sql));
		await transaction.executeRaw(statement('COMMIT'));
	} catch (error) {
		// The database refuses this where it has rolled back by itself.
		await transaction.executeRaw(statement('ROLLBACK')).catch(() => {});
		await transaction.rollback();
		throw error;
	}
	await transaction.commit();
}
