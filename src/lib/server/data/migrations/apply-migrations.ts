import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { adapterWith } from './adapter-with.ts';
import { noFilters, withSchemaEngine } from './schema-engine.ts';

export type Migration = { name: string; script: string };

/**
 * Applies those of `migrations` that the database does not hold yet and records them, on the connection it is given.
 * Throws the error of the script that failed; the engine would pass on the error that followed it.
 */
export async function applyMigrations(
	adapter: SqlDriverAdapter,
	migrations: Migration[]
): Promise<string[]> {
	let cause: unknown;
	const executeScript = async (script: string) => {
		try {
			await adapter.executeScript(script);
		} catch (error) {
			cause = error;
			throw error;
		}
	};
	try {
		const { appliedMigrationNames } = await withSchemaEngine(
			adapterWith(adapter, { executeScript }),
			(engine) =>
				engine.applyMigrations({ migrationsList: asPrismaLists(migrations), filters: noFilters })
		);
		return appliedMigrationNames;
	} catch (error) {
		throw cause ?? error;
	}
}

const asPrismaLists = (migrations: Migration[]) => ({
	baseDir: 'prisma/migrations',
	lockfile: { path: 'migration_lock.toml', content: null },
	shadowDbInitScript: '',
	migrationDirectories: migrations.map(({ name, script }) => ({
		path: name,
		migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } }
	}))
});
