// A SQLite file that is damaged, as by a bad disk.
import Sqlite from 'better-sqlite3';
import { open } from 'node:fs/promises';

/** Overwrites the first page of a table. */
export async function damage(file: string, table: string): Promise<void> {
	const database = new Sqlite(file);
	const size = Number(database.pragma('page_size', { simple: true }));
	const page = Number(
		database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table)
	);
	database.close();
	const handle = await open(file, 'r+');
	await handle.write(Buffer.alloc(size, 'x'), 0, size, (page - 1) * size);
	await handle.close();
}
