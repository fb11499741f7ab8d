import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { realPathOf } from './file-names.ts';
import { refuseForeignJournal } from './leftover-journal.ts';
import { lockProcess } from './process-lock.ts';
import { StartupError } from '../startup-error.ts';
import { prepareFolder } from './prepare-folder.ts';
import { placeTemporaryFiles } from './temporary-files.ts';

/**
 * Locks the SQLite file for this process; returns the release. Throws StartupError where another process has it, it cannot be written, or
 * its journal does not fit it.
 */
export async function takeFile(file: string): Promise<() => void> {
	const path = realPathOf(file);
	await prepareFolder(path);
	refuseOtherThanFile(path);
	const release = lockProcess(path);
	try {
		refuseForeignJournal(path);
		placeTemporaryFiles(dirname(resolve(path)));
		return release;
	} catch (error) {
		release();
		throw error;
	}
}

function refuseOtherThanFile(path: string): void {
	const there = statSync(path, { throwIfNoEntry: false });
	if (!there || there.isFile()) return;
	const what = there.isDirectory() ? 'a folder' : 'no file';
	throw new StartupError(
		`${path} is ${what}; set DATABASE_URL to a file, such as file:./data/hearth.db`
	);
}
