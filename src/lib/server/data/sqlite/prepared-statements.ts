import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import Database, { type Statement } from 'better-sqlite3';

/**
 * Keeps statements that were prepared, the ones used last. The adapter prepares each anew for every query, which for a
 * query that finds few rows is more work than the finding.
 */
export function withPreparedStatements(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
	const { provider, adapterName } = factory;
	return {
		provider,
		adapterName,
		connect: async () => keeping(await factory.connect())
	};
}

function keeping(adapter: SqlDriverAdapter): SqlDriverAdapter {
	if (!('client' in adapter) || !(adapter.client instanceof Database)) return adapter;
	const { client } = adapter;
	const kept = new Map<string, Bindable>();

	function prepare(sql: string): Bindable {
		const known = kept.get(sql) ?? bindable(client.prepare(sql));
		if (sql.length > longest) return known;
		kept.delete(sql);
		kept.set(sql, known);
		const [oldest] = kept.keys();
		if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
		return known;
	}

	return Object.assign(adapter, {
		client: Object.assign(Object.create(client), { prepare })
	});
}

type Bindable = ReturnType<typeof bindable>;

/** What is bound to a statement stays bound to it; so each use takes its values along instead. */
function bindable(statement: Statement) {
	const { reader } = statement;
	const columns = reader ? statement.columns() : [];
	return {
		bind: (values: unknown[]) => ({
			reader,
			columns: () => columns,
			run: () => statement.run(values),
			raw: () => ({ all: () => statement.raw().all(values) })
		}),
		run: () => statement.run()
	};
}

/** Of one connection. Lists of uids make a statement for every length. */
const mostKept = 500;
/** Characters; many rows make a statement of their own, which may never be asked again. */
const longest = 5000;
