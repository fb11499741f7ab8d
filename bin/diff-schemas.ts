// Compares two schemas of Prisma. A server applies the migrations that are made of this, and never makes one.
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Provider } from '../src/lib/server/data/dialect.ts';
import { noFilters, withSchemaEngine } from '../src/lib/server/data/migrations/schema-engine.ts';

/** The script that turns a database of the schema `from` into one of the schema `to`; empty when it is one already. */
export async function diffSchemas(provider: Provider, from: string, to: string): Promise<string> {
	const { exitCode, stdout } = await withSchemaEngine(noDatabase(provider), (engine) =>
		engine.diff({
			from: { tag: 'schemaDatamodel', ...asPrismaHolds(schemaFor(provider, from)) },
			to: { tag: 'schemaDatamodel', ...asPrismaHolds(schemaFor(provider, to)) },
			script: true,
			exitCode: true,
			filters: noFilters
		})
	);
	return exitCode === 0 ? '' : (stdout ?? '');
}

/** A schema's provider is a literal, so the one model is rewritten for the other database. */
export function schemaFor(provider: Provider, schema: string): string {
	return schema.replace(/(datasource\s+\w+\s*\{\s*provider\s*=\s*)"\w+"/, `$1"${provider}"`);
}

export const asPrismaHolds = (schema: string) => ({
	files: [{ path: 'schema.prisma', content: schema }]
});

/** Comparing two schemas needs no database, but on Postgres the engine asks for the version anyway. */
function noDatabase(provider: Provider): SqlDriverAdapter {
	const none = () => Promise.reject(new Error('there is no database here'));
	return {
		provider: provider === 'sqlite' ? 'sqlite' : 'postgres',
		adapterName: 'none',
		queryRaw: async () => ({
			columnNames: ['exists', 'version', 'numeric_version'],
			columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
			rows: [[true, 'PostgreSQL 18.0', 180_000]]
		}),
		executeRaw: none,
		executeScript: none,
		startTransaction: none,
		dispose: async () => {}
	};
}
