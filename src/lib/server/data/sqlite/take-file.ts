import { accessSync, existsSync, statSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { realPathOf } from './database-file.ts';
import { refuseForeignJournal } from './leftover-journal.ts';
import { lockProcess } from './process-lock.ts';
import { StartupError } from '../startup-error.ts';

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

async function prepareFolder(path: string): Promise<void> {
	const folder = dirname(resolve(path));
	let checked = path;
	try {
		await makeFolder(folder);
		await access(folder, constants.W_OK);
		// The files beside it too: another account that opened the database once may own them.
		for (checked of [path, `${path}-wal`, `${path}-shm`, `${path}.claim`])
			await access(checked, constants.R_OK | constants.W_OK).catch(ignoreAbsence);
	} catch (error) {
		throw new StartupError(
			`the database ${resolve(checked)} cannot be written (${codeOf(error)}); give this account the folder and what is in it, or set DATABASE_URL`
		);
	}
}

/** Node's own `recursive` tries for ever where the system makes no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
	if (existsSync(folder)) return;
	await makeFolder(dirname(folder));
	await mkdir(folder);
}

function ignoreAbsence(error: unknown): void {
	if (codeOf(error) !== 'ENOENT') throw error;
}

function refuseOtherThanFile(path: string): void {
	const there = statSync(path, { throwIfNoEntry: false });
	if (!there || there.isFile()) return;
	const what = there.isDirectory() ? 'a folder' : 'no file';
	throw new StartupError(
		`${path} is ${what}; set DATABASE_URL to a file, such as file:./data/hearth.db`
	);
}

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * SQLite writes temporary files, as in a migration. Where the folder of the system for them cannot be written, as in a container with a
 * read-only root, they stand beside the database.
 */
function placeTemporaryFiles(besideDatabase: string): void {
	try {
		accessSync(tmpdir(), constants.W_OK);
	} catch {
		process.env['SQLITE_TMPDIR'] ??= besideDatabase;
	}
}
