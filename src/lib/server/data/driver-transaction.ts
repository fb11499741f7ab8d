import type { Database } from './client.ts';
import { asStatement, statement } from './statement.ts';
import type { Sql } from './sql.ts';

/** What has no client at hand cannot wake its engine. */
export type Driven = Pick<Database, 'driver' | 'dialect'>;

/** Carried out in their order; what they give is not looked at. */
export type Statements = Iterable<Sql> | AsyncIterable<Sql>;

/**
 * Carries out these statements in a transaction of the driver's own, which the client has no part in: its engine, which takes
 * 27 MB, is not loaded for it. Throws the driver's own error, and leaves nothing behind then.
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
		// Refused where the database has rolled back by itself.
		await transaction.executeRaw(statement('ROLLBACK')).catch(() => {});
		await transaction.rollback();
		throw error;
	}
	await transaction.commit();
}
