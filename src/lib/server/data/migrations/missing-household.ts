import { existsSync } from 'node:fs';
import { fileOf } from '../client.ts';
import { holdsHousehold } from './migrate.ts';
import { StartupError } from '../startup-error.ts';

/** Throws StartupError where there is no household at this address: opening it would make an empty one there. */
export async function refuseMissingHousehold(databaseUrl: string): Promise<void> {
	const file = fileOf(databaseUrl);
	if (file !== undefined && !existsSync(file))
		throw new StartupError(`there is no household in ${file}; check DATABASE_URL`);
	// A file may be in use, and only its lock tells. Nothing is read before that.
	if (file === undefined && !(await holdsHousehold(databaseUrl)))
		throw new StartupError('the database in DATABASE_URL holds no household');
}
