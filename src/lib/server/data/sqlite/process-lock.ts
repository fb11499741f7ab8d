import SqliteFile from 'better-sqlite3';
import { refuseHardLinks } from './database-file.ts';
import { StartupError } from '../startup-error.ts';

/**
 * One process a SQLite file: a second one would not hear what the first changes, and its writer knows nothing of the
 * first one's mutex. The claim is a lock of the operating system, so it ends with the process, however that ends. `path` is
 * the real one: by a link another file would be locked. Returns what gives it back. Throws StartupError where
 * another process has it, and what SQLite throws for any other cause.
 */
export function lockProcess(path: string): () => void {
	refuseHardLinks(path);
	// Long enough for one that is just stopping, as in a restart.
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
