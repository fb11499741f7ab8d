import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import Database, { type Statement } from 'better-sqlite3';

/**
 * Caches prepared statements, those used last. The adapter prepares one anew for every query, which costs more than
 * finding a few rows.
 */
export function withPreparedStatements(adapter: SqlDriverAdapter): SqlDriverAdapter {
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

/** Values that are bound to a statement stay bound to it, so each use passes its values to the call instead. */
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

/** Of one connection. Each length of a list of uids makes a statement of its own. */
const mostKept = 500;
/** In characters. A statement that writes many rows may never be asked again. */
const longest = 5000;
