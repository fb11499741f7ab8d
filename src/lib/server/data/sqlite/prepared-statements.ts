import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import Database, { type Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** Caches the prepared statements used last. Preparing one anew for every query costs more than finding a few rows. */
export function withPreparedStatements(adapter: SqlDriverAdapter): SqlDriverAdapter {
	if (!('client' in adapter) || !(adapter.client instanceof Database)) return adapter;
	const { client } = adapter;
	const kept = new LRUCache({
		max: mostKept,
		maxEntrySize: longest,
		sizeCalculation: (_, sql) => sql.length,
		memoMethod: (sql: string) => bindable(client.prepare(sql))
	});
	const prepare = (sql: string) => kept.memo(sql);
	return Object.assign(adapter, {
		client: Object.assign(Object.create(client), { prepare })
	});
}

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
