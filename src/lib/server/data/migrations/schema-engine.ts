import {
	bindMigrationAwareSqlAdapterFactory,
	type SqlDriverAdapter
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { adapterWith } from './exclusive-connection.ts';

export type Migration = { name: string; script: string };

/** Prisma's filters, with nothing to leave out. */
export const noFilters = { externalTables: [], externalEnums: [] };

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

/** Prisma's own engine in its WebAssembly build, on a connection that its caller closes. */
export async function withSchemaEngine<T>(
	adapter: SqlDriverAdapter,
	ask: (engine: SchemaEngine) => Promise<T>
): Promise<T> {
	engineClass ??= loadEngine();
	const connect = async () => adapter;
	const { provider, adapterName } = adapter;
	const factory = { provider, adapterName, connect, connectToShadowDb: connect };
	const { SchemaEngine } = await engineClass;
	const engine = await SchemaEngine.new(
		{ datamodels: undefined },
		() => {},
		bindMigrationAwareSqlAdapterFactory(factory)
	);
	try {
		return await ask(engine);
	} finally {
		engine.free();
	}
}

let engineClass: ReturnType<typeof loadEngine> | undefined;

/** Loads the engine as a bundler for browsers would resolve the package's `import … from '….wasm'`. */
async function loadEngine() {
	const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
	const place = createRequire(import.meta.url).resolve(
		'@prisma/schema-engine-wasm/schema_engine_bg'
	);
	const module = new WebAssembly.Module(await readFile(place.replace(/\.js$/, '.wasm')));
	const timers = Object.keys(glue).filter((name) => name.startsWith('__wbg_setTimeout'));
	const imports = { ...glue, ...Object.fromEntries(timers.map((name) => [name, idleTimer])) };
	const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': imports });
	glue.__wbg_set_wasm(exports);
	const start = exports['__wbindgen_start'];
	if (typeof start === 'function') start();
	return glue;
}

/** The engine never clears the timer of its wait for the lock, which would keep a program running for ten seconds. */
const idleTimer = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();

const asPrismaLists = (migrations: Migration[]) => ({
	baseDir: 'prisma/migrations',
	lockfile: { path: 'migration_lock.toml', content: null },
	shadowDbInitScript: '',
	migrationDirectories: migrations.map(({ name, script }) => ({
		path: name,
		migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } }
	}))
});
