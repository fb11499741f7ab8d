import { existsSync } from 'node:fs';
import { fileOf } from './client.ts';
import { StartupError } from './startup-error.ts';

/** Throws StartupError where the database is a file that does not exist. Opening it would make an empty one. */
export function refuseMissingFile(databaseUrl: string): void {
	const file = fileOf(databaseUrl);
	if (file !== undefined && !existsSync(file))
		throw new StartupError(`there is no household in ${file}; check DATABASE_URL`);
}
