import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/** What Prisma's adapter asks of the connection or pool that it is over. */
type Client = { connect(): unknown } | { query(sent: never): unknown };

/** The adapter's methods over another connection. The given adapter stays as it is. */
export const withClient = (adapter: SqlDriverAdapter, client: Client): SqlDriverAdapter =>
	Object.assign(Object.create(adapter), { client });
