import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { providerOf } from '../client.ts';
import type { Provider } from '../dialect.ts';
import { connect } from './exclusive-connection.ts';
import { isOvertaken } from '../faults.ts';
import { statement } from '../statement.ts';
import { StartupError } from '../startup-error.ts';
import { applyMigrations, type Migration } from './schema-engine.ts';
import { inOneLine, unusable } from '../unusable-database.ts';

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

/** Whether the database was migrated once and a household set up in it. Changes nothing. Throws StartupError. */
export async function holdsHousehold(databaseUrl: string): Promise<boolean> {
	try {
		const { adapter, close } = await connect(providerOf(databaseUrl), databaseUrl);
		try {
			if ((await recordsOn(adapter)).length === 0) return false;
			const { rows } = await adapter.queryRaw(statement('SELECT 1 FROM "Instance" WHERE "id" = 1'));
			return rows.length > 0;
		} finally {
			await close();
		}
	} catch (cause) {
		throw unusable(databaseUrl, cause);
	}
}

/** The folder of the migrations: the first one above this file, both from the source and from the build. */
export function migrationsFolder(): string {
	for (let at = import.meta.dirname; at !== dirname(at); at = dirname(at)) {
		const folder = join(at, 'prisma', 'migrations');
		if (existsSync(folder)) return folder;
	}
	throw new StartupError('the folder prisma/migrations, which belongs to the program, is missing');
}

export async function migrationsIn(folder: string): Promise<Migration[]> {
	const names = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).sort();
	return Promise.all(
		names.map(async (name) => {
			const text = await readFile(join(folder, name, 'migration.sql'), 'utf8');
			// A checkout may have converted the line ends, and the checksum includes them.
			return { name, script: text.replaceAll('\r\n', '\n') };
		})
	);
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

export const checksumOf = ({ script }: Migration): string =>
	createHash('sha256').update(script).digest('hex');

/** What a migration's checksum was before its comment was reworded. Databases were made with it. */
const earlierChecksums: Record<string, string> = {
	'0014_search_without_empty_texts':
		'a77ab8a1a3681912238f667ec2efa913f52a2288b8c7ee0a62edacf994184890'
};

type Recorded = { name: string; checksum: string; finished: boolean };

const ofAnotherProgram = (cause?: unknown): StartupError =>
	new StartupError(
		'the database is not empty and not of Hearth; it was left as it was. Set DATABASE_URL to another one',
		{ cause }
	);

/** The migrations that the database does not hold yet. Throws StartupError where the database's records contradict ours. */
function pending(migrations: Migration[], records: Recorded[]): Migration[] {
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

const holdsRecords: Record<Provider, string> = {
	sqlite: `SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'`,
	postgresql: `SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL`
};

async function recordsOn(adapter: SqlDriverAdapter): Promise<Recorded[]> {
	const known = holdsRecords[adapter.provider === 'sqlite' ? 'sqlite' : 'postgresql'];
	if ((await adapter.queryRaw(statement(known))).rows.length === 0) return [];
	const { rows } = await adapter.queryRaw(
		statement(`SELECT migration_name, checksum, finished_at IS NOT NULL
			FROM _prisma_migrations WHERE rolled_back_at IS NULL`)
	);
	return rows.map(([name, checksum, finished]) => ({
		name: String(name),
		checksum: String(checksum),
		finished: Boolean(finished)
	}));
}
