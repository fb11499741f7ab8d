import type { Database } from './client.ts';
import { fileOf } from './database-url.ts';

/** Opens a migrated database, and loads the code of its provider alone. Throws StartupError where it is not safe to use. */
export async function openDatabase(databaseUrl: string): Promise<Database> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return (await import('./postgres/open.ts')).openPostgres(databaseUrl);
	return (await import('./sqlite/open.ts')).openSqlite(databaseUrl, file);
}
