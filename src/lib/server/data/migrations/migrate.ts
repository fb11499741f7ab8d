import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { join } from 'node:path';
import { providerOf } from '../database-url.ts';
import { connect } from './connect.ts';
import { isOvertaken } from '../overtaken.ts';
import { StartupError } from '../startup-error.ts';
import { unusable } from '../unusable-database.ts';
import { applyMigrations, type Migration } from './apply-migrations.ts';
import { inOneLine } from '../error-in-one-line.ts';
import { migrationsFolder, migrationsIn } from './migration-files.ts';
import { recordsOn } from './migration-records.ts';
import { ofAnotherProgram, pending } from './pending.ts';

/**
 * Brings the database up to what this program needs: all of it or, when that fails, nothing.
 * Returns the names of the migrations applied, in order. Throws StartupError.
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder()): Promise<string[]> {
	const migrations = await migrationsIn(join(folder, providerOf(databaseUrl)));
	for (let tries = 1; ; tries += 1)
		try {
			return await migrateOnce(databaseUrl, migrations);
		} catch (cause) {
			const isDeadlock = cause instanceof StartupError && isOvertaken(cause.cause);
			if (!isDeadlock || tries === mostTries) throw unusable(databaseUrl, cause);
		}
}

/** On Postgres the transactions of an older program, which still runs, may be in the way: a migration locks several tables. */
const mostTries = 20;

async function migrateOnce(databaseUrl: string, migrations: Migration[]): Promise<string[]> {
	const connection = await connect(providerOf(databaseUrl), databaseUrl);
	try {
		if (pending(migrations, await recordsOn(connection.adapter)).length === 0) return [];
		return await connection.inOneTransaction((adapter) => applyPending(adapter, migrations));
	} finally {
		await connection.close();
	}
}

async function applyPending(adapter: SqlDriverAdapter, migrations: Migration[]): Promise<string[]> {
	// Read again under the lock: another process may have migrated meanwhile.
	const names = pending(migrations, await recordsOn(adapter)).map(({ name }) => name);
	if (names.length === 0) return [];
	try {
		return await applyMigrations(adapter, migrations);
	} catch (cause) {
		if (/schema is not empty/.test(inOneLine(cause))) throw ofAnotherProgram(cause);
		const reason = inOneLine(cause);
		const help = /permission denied/.test(reason)
			? '; make the role in DATABASE_URL the owner of the database'
			: '';
		throw new StartupError(
			`the database cannot be brought up to date and was left as it was (${names.join(', ')}): ${reason}${help}`,
			{ cause }
		);
	}
}
