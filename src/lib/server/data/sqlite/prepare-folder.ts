import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Makes the folder of the database where there is none. Throws StartupError where the folder or a file in it cannot be written. */
export async function prepareFolder(path: string): Promise<void> {
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

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : String(error);
