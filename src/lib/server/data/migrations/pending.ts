import { createHash } from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import type { Migration } from './apply-migrations.ts';
import type { Recorded } from './migration-records.ts';

export const checksumOf = ({ script }: Migration): string =>
	createHash('sha256').update(script).digest('hex');

/** What a migration's checksum was before its comment was reworded. Databases were made with it. */
const earlierChecksums: Record<string, string> = {
	'0014_search_without_empty_texts':
		'a77ab8a1a3681912238f667ec2efa913f52a2288b8c7ee0a62edacf994184890'
};

export const ofAnotherProgram = (cause?: unknown): StartupError =>
	new StartupError(
		'the database is not empty and not of Hearth; it was left as it was. Set DATABASE_URL to another one',
		{ cause }
	);

/** The migrations that the database does not hold yet. Throws StartupError where the database's records contradict ours. */
export function pending(migrations: Migration[], records: Recorded[]): Migration[] {
	// Other programs migrate with Prisma too.
	if (records.length > 0 && !records.some(({ name }) => name === migrations[0]?.name))
		throw ofAnotherProgram();
	for (const { name, checksum, finished } of records) {
		const ours = migrations.find((migration) => migration.name === name);
		if (!ours)
			throw new StartupError(
				`the database is newer than this program: it holds the migration ${name}; update the program, or restore a backup of the database that is as old`
			);
		if (!finished)
			throw new StartupError(
				`the migration ${name} was begun and never finished; restore a backup of the database`
			);
		if (checksum !== checksumOf(ours) && checksum !== earlierChecksums[name])
			throw new StartupError(
				`the migration ${name} is not the one that this database was made with`
			);
	}
	return migrations.filter(({ name }) => !records.some((record) => record.name === name));
}
