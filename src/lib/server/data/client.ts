import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Dialect } from './dialect.ts';
import { Prisma, type PrismaClient } from './generated/sqlite/client.ts';
import type { Reader } from './reader.ts';
import type { Snapshot } from './snapshot.ts';

export { Prisma };

/** What a query or a command may use: a client, or the open transaction. */
export type Connection = Prisma.TransactionClient;

export type Database = {
	dialect: Dialect;
	/** For queries in SQL, straight to the driver. On SQLite on a connection of its own that cannot write and never sees an unfinished transaction. */
	read: Reader;
	/** Like `read`, but neither from a cache nor into it: for what is not read again. */
	readOnce: Reader;
	/**
	 * Like `read`, but rows that an earlier request has read in the same snapshot come from a cache. Equals `read` without a snapshot, or with
	 * an expired one.
	 */
	readAt(snapshot: Snapshot | undefined): Reader;
	/** For queries through Prisma, on the same connection. */
	readonly reader: PrismaClient;
	/** For `inTransaction` alone. */
	readonly writer: PrismaClient;
	/** The writer's connection, without the client. For `inDriverTransaction` alone. */
	driver: SqlDriverAdapter;
	/** Whether the SQLite file is still where it was opened. If not, what is written is lost. */
	isInPlace(): boolean;
	/** Renames the journal of a file that was replaced. For the end of the process. */
	setJournalAside(): void;
	health: Health;
	close(): Promise<void>;
};

/** What was noticed about the database itself since it was opened. */
type Health = { isDamaged: boolean };
