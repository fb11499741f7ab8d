import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/** What an adapter of a database is made of. `client` is the driver's connection, which the type leaves out. */
type Parts = Partial<SqlDriverAdapter> & { client?: unknown };

/** An adapter like this one, with some of its parts replaced. The given one stays as it is. */
export const adapterWith = (adapter: SqlDriverAdapter, own: Parts): SqlDriverAdapter =>
	Object.assign(Object.create(adapter), own);
