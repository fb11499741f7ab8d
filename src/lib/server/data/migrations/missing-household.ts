import { existsSync } from 'node:fs';
import { fileOf } from '../database-url.ts';
import { holdsHousehold } from './holds-household.ts';
import { StartupError } from '../startup-error.ts';

/**
 * Throws StartupError where the database is a file that does not exist, or a Postgres without a household. Opening it would make an empty
 * household there.
 */
export async function refuseMissingHousehold(databaseUrl: string): Promise<void> {
	const file = fileOf(databaseUrl);
	if (file !== undefined && !existsSync(file))
		throw new StartupError(`there is no household in ${file}; check DATABASE_URL`);
	// A file may be in use, and only its lock tells. Nothing is read before that.
	if (file === undefined && !(await holdsHousehold(databaseUrl)))
		throw new StartupError('the database in DATABASE_URL holds no household');
}
