import { fileOf, type Database } from './client.ts';

/**
 * Opens a migrated database. What belongs to the other one is not even read. Throws StartupError where it cannot be trusted
 * with anybody's lists.
 */
export async function openDatabase(databaseUrl: string): Promise<Database> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return (await import('./postgres/open.ts')).openPostgres(databaseUrl);
	return (await import('./sqlite/open.ts')).openSqlite(databaseUrl, file);
}
