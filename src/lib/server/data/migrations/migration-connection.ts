import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/** A connection of its own, which is lent to Prisma's engine. */
export type MigrationConnection = {
	adapter: SqlDriverAdapter;
	/**
	 * Runs `work` in one transaction, beside which no other process can migrate, and commits it. The engine itself works
	 * statement by statement. In this transaction its scripts and its records are committed together or not at all, also
	 * under kill -9. After a throw the connection is of no more use.
	 */
	inOneTransaction<T>(work: (adapter: SqlDriverAdapter) => Promise<T>): Promise<T>;
	close(): Promise<void>;
};
