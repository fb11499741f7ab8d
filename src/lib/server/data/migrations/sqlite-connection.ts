import { statement } from '../statement.ts';
import type { MigrationConnection } from './migration-connection.ts';

export async function connectSqlite(url: string): Promise<MigrationConnection> {
	const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
	const adapter = await new PrismaBetterSqlite3({ url }).connect();
	return {
		adapter,
		inOneTransaction: async (work) => {
			// With foreign keys on, a migration that rebuilds a table would delete the rows that refer to it. SQLite ignores
			// this switch once the transaction is open, in the migration's own script too.
			await adapter.executeScript(
				'PRAGMA foreign_keys=OFF; PRAGMA synchronous=FULL; BEGIN IMMEDIATE'
			);
			const result = await work(adapter);
			const astray = await adapter.queryRaw(statement('PRAGMA foreign_key_check'));
			if (astray.rows.length > 0)
				throw new Error(`rows of ${astray.rows[0]?.[0]} would point at nothing`);
			await adapter.executeScript('COMMIT');
			return result;
		},
		close: () => adapter.dispose()
	};
}
