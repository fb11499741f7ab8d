import SqliteFile from 'better-sqlite3';
import { refuseHardLinks } from './file-names.ts';
import { StartupError } from '../startup-error.ts';

/**
 * Locks a SQLite file for one process. A second one would not hear what the first changes, and its writer would not share
 * the first one's mutex. The lock is the operating system's, so it ends with the process, however that ends. `path` must be
 * the real path: through a link another file would be locked. Returns what releases the lock. Throws StartupError where
 * another process holds it, and SQLite's own error for any other cause.
 */
export function lockProcess(path: string): () => void {
	refuseHardLinks(path);
	// Long enough for a process that is just stopping, as in a restart.
	const lock = new SqliteFile(`${path}.claim`, { timeout: 3000 });
	try {
		// A journal in memory needs no room on a full disk.
		lock.pragma('journal_mode = MEMORY');
		lock.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		lock.close();
		if (!isBusy(error)) throw error;
		throw new StartupError(
			`another Hearth is running on ${path} already; one SQLite file is for one process, several take Postgres`
		);
	}
	return () => lock.close();
}

const isBusy = (error: unknown): boolean =>
	error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
