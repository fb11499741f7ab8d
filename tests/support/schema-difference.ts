import { ColumnTypeEnum, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import { asPrismaHolds, schemaFor } from '../../bin/diff-schemas.ts';
import { providerOf } from '../../src/lib/server/data/database-url.ts';
import { adapterWith } from '../../src/lib/server/data/migrations/adapter-with.ts';
import { connect } from '../../src/lib/server/data/migrations/connect.ts';
import { noFilters, withSchemaEngine } from '../../src/lib/server/data/migrations/schema-engine.ts';

/** The SQL that would bring a database to this schema; empty if it has the schema already. */
export async function schemaDifference(databaseUrl: string, schema: string): Promise<string> {
	const provider = providerOf(databaseUrl);
	const files = asPrismaHolds(schemaFor(provider, schema));
	const connection = await connect(provider, databaseUrl);
	try {
		const { exitCode, stdout } = await withSchemaEngine(legible(connection.adapter), (engine) =>
			engine.diff({
				from: { tag: 'schemaDatasource', ...files, configDir: '.' },
				to: { tag: 'schemaDatamodel', ...files },
				script: true,
				exitCode: true,
				filters:
					provider === 'sqlite' ? { ...noFilters, externalTables: fullTextTables } : noFilters
			})
		);
		return exitCode === 0 ? '' : (stdout ?? '');
	} finally {
		await connection.close();
	}
}

/** SQLite's full text indexes are tables to the engine. Prisma's schema cannot describe them; only the migrations create them. */
const fullTextTables = ['ListSearch', 'ItemSearch'].flatMap((index) =>
	['', '_config', '_data', '_docsize', '_idx'].map((part) => index + part)
);

/**
 * The engine reads columns of Postgres's one-byte type "char", which the adapter has no name for. On SQLite it quotes the
 * name of a partial index as a column's.
 */
function legible(adapter: SqlDriverAdapter): SqlDriverAdapter {
	if (adapter.provider === 'sqlite')
		return adapterWith(adapter, {
			queryRaw: (query) =>
				adapter.queryRaw({ ...query, sql: query.sql.replace(/ name = "(\w+)"/, " name = '$1'") })
		});
	return adapterWith(adapter, { queryRaw: (query) => queryWithOneByteColumns(adapter, query) });
}

async function queryWithOneByteColumns(adapter: SqlDriverAdapter, query: SqlQuery) {
	const sql = query.sql
		.replace('constr.contype AS', 'constr.contype::text AS')
		.replace(/con\.(conf\w+type),/g, 'con.$1::text AS $1,');
	const result = await adapter.queryRaw({ ...query, sql });
	const columnTypes = result.columnNames.map((name, index) =>
		/^(constraint_type|conf(del|upd)type)$/.test(name)
			? ColumnTypeEnum.Character
			: (result.columnTypes[index] ?? ColumnTypeEnum.Text)
	);
	return { ...result, columnTypes };
}
