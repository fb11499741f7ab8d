import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/** An adapter with some of its methods replaced. The others run on the given one, whose private fields they need. */
export function adapterWith(
	adapter: SqlDriverAdapter,
	own: Partial<SqlDriverAdapter>
): SqlDriverAdapter {
	return {
		provider: adapter.provider,
		adapterName: adapter.adapterName,
		queryRaw: (query) => adapter.queryRaw(query),
		executeRaw: (query) => adapter.executeRaw(query),
		executeScript: (script) => adapter.executeScript(script),
		startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
		getConnectionInfo: adapter.getConnectionInfo?.bind(adapter),
		dispose: () => adapter.dispose(),
		...own
	};
}
