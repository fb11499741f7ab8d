import SqliteFile from 'better-sqlite3';
import { statSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

/**
 * After an unclean end SQLite finds its journal (-wal) beside the file and replays it. Beside a backup that was copied over the
 * file it would replay changes that were never made to it: the result is damaged, or a mixture of two states. SQLite cannot tell,
 * so the two are checked before it opens them. Throws StartupError, and leaves both files as they were.
 */
export function refuseForeignJournal(path: string): void {
	const journal = statSync(`${path}-wal`, { throwIfNoEntry: false });
	const file = statSync(path, { throwIfNoEntry: false });
	if (!file || !journal || journal.size === 0) return;
	if (file.mtimeMs - journal.mtimeMs > checkpointMs)
		throw new StartupError(
			`${path} is newer than ${path}-wal beside it, as after a backup was put back; ${remove(path)}. If they do belong together, "touch" ${path}-wal`
		);
	const fault = faultIn(path);
	if (fault)
		throw new StartupError(
			`${path} is damaged, or ${path}-wal beside it belongs to another file, and both were left as they were (${fault}); after putting a backup back, ${remove(path)}`
		);
}

/** SQLite writes the file right after the journal, so the file is newer by no more than a checkpoint takes. */
const checkpointMs = 30_000;

const remove = (path: string): string => `remove ${path}-wal and ${path}-shm, then start`;

/** What is wrong with the file and its journal together, if anything. A read-only connection leaves both as they are. */
function faultIn(path: string): string | undefined {
	const file = new SqliteFile(path, { readonly: true });
	try {
		const found = file.pragma('integrity_check(1)', { simple: true });
		if (found !== 'ok') return String(found).split('\n', 1)[0];
		return file.prepare('PRAGMA foreign_key_check').get() ? 'rows point at nothing' : undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		file.close();
	}
}
