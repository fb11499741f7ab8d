import { fileOf, type Database } from './client.ts';

/**
 * Opens a migrated database. The code of the other provider is not even loaded. Throws StartupError where the database is
 * not safe for people's lists.
 */
export async function openDatabase(databaseUrl: string): Promise<Database> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return (await import('./postgres/open.ts')).openPostgres(databaseUrl);
	return (await import('./sqlite/open.ts')).openSqlite(databaseUrl, file);
}
