import type { Database } from '../data/client.ts';
import { fileOf } from '../data/database-url.ts';
import { migrate } from '../data/migrations/migrate.ts';
import { openDatabase } from '../data/open-database.ts';
import { unusable } from '../data/unusable-database.ts';
import { indexOldQuantities } from '../search/old-quantities.ts';
import type { Log } from './log.ts';

export type OpenDatabase = {
	database: Database;
	/** Unlocks the database file for the next process. */
	release(): void;
};

/** Brings a database up to date and opens it; locks a SQLite file. Throws StartupError that says what is in the way. */
export async function openMigrated(databaseUrl: string, log: Log): Promise<OpenDatabase> {
	let release = () => {};
	try {
		const file = fileOf(databaseUrl);
		// Imported for SQLite alone.
		if (file !== undefined)
			release = await (await import('../data/sqlite/take-file.ts')).takeFile(file);
		await migrate(databaseUrl);
		const database = await openDatabase(databaseUrl);
		const indexed = await indexOldQuantities(database);
		if (indexed > 0) log.info('quantities are searched now', { items: indexed });
		return { database, release };
	} catch (error) {
		release();
		throw unusable(databaseUrl, error);
	}
}
