import { accessSync } from 'node:fs';
import { constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import process from 'node:process';

/**
 * SQLite writes temporary files, as in a migration. Where the folder of the system for them cannot be written, as in a container with a
 * read-only root, they stand beside the database.
 */
export function placeTemporaryFiles(besideDatabase: string): void {
	try {
		accessSync(tmpdir(), constants.W_OK);
	} catch {
		process.env['SQLITE_TMPDIR'] ??= besideDatabase;
	}
}
