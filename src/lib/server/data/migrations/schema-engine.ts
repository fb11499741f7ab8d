import {
	bindMigrationAwareSqlAdapterFactory,
	type SqlDriverAdapter
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { loadEngine } from './load-engine.ts';

/** Prisma's filters, with nothing to leave out. */
export const noFilters = { externalTables: [], externalEnums: [] };

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
