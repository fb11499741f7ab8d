import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient as PostgresClient } from './generated/postgresql/client.ts';
import { connectWith } from './late-engine.ts';
import { holdFile } from './database-file.ts';
import type { Dialect, Provider } from './dialect.ts';
import { postgres } from './dialect-postgres.ts';
import { sqlite } from './dialect-sqlite.ts';
import { Prisma, PrismaClient as SqliteClient } from './generated/sqlite/client.ts';
import { cachingReads, versionsOf } from './read-cache.ts';
import { withOpenTransactions } from './open-transaction.ts';
import { writeWaitMs } from './wait-limits.ts';
import { StartupError } from './startup-error.ts';
import { statement } from './migration-connection.ts';
import { connectWaitMs, endWhenSilent, idleMs, statementTimeoutMs } from './silence.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import { readerOn, type Reader } from './reader.ts';
import { statementNames } from './statement-names.ts';
import { withWriteLock, type Asked } from './write-lock.ts';

export { Prisma };

/** What a query or a command may use: a client, or the open transaction. */
export type Connection = Prisma.TransactionClient;

export type Database = {
	dialect: Dialect;
	/** For queries in SQL, straight to the driver. On SQLite on a connection of its own that cannot write and never sees an unfinished transaction. */
	read: Reader;
	/** For queries through Prisma, on the same connection. */
	reader: Client;
	/** For `inTransaction` alone, and so is `asked`. */
	writer: Client;
	asked: Asked;
	/** Whether what is written can be found again: the SQLite file is still where it was opened. */
	isInPlace(): boolean;
	/** For the end of a process whose file was replaced. */
	setJournalAside(): void;
	health: Health;
	close(): Promise<void>;
};

/** What was noticed about the database itself since it was opened. */
export type Health = { isDamaged: boolean };

type Client = SqliteClient;

/** The file of a SQLite database; undefined where Postgres is meant. */
export function fileOf(databaseUrl: string): string | undefined {
	return /^file:(.*)$/s.exec(databaseUrl)?.[1];
}

export const providerOf = (databaseUrl: string): Provider =>
	fileOf(databaseUrl) === undefined ? 'postgresql' : 'sqlite';

/** Opens a migrated database. Throws StartupError where it cannot be trusted with anybody's lists. */
export async function openDatabase(databaseUrl: string): Promise<Database> {
	const file = fileOf(databaseUrl);
	return file === undefined ? openPostgres(databaseUrl) : openSqlite(databaseUrl, file);
}

/**
 * Two connections: the adapter has one each, and a plain write made beside another request's transaction would
 * join it, and be lost with it.
 */
async function openSqlite(url: string, path: string): Promise<Database> {
	const asked: Asked = {};
	const open = (adapter: SqlDriverAdapterFactory) => new SqliteClient({ adapter });
	const writer = await connectWith(
		withOpenTransactions(
			withWriteLock(withPreparedStatements(new PrismaBetterSqlite3({ url })), asked),
			sqlite.textOf
		),
		open
	);
	await applySettings(writer.adapter);
	const reader = await connectWith(
		withPreparedStatements(new PrismaBetterSqlite3({ url, readonly: true })),
		open
	);
	await applySettings(reader.adapter);
	const versions = versionsOf(url);
	const file = holdFile(path);
	return {
		dialect: sqlite,
		read: readerOn(sqlite, cachingReads(reader.adapter, versions.versionOf)),
		reader: reader.client,
		writer: writer.client,
		asked,
		isInPlace: file.isInPlace,
		setJournalAside: file.setJournalAside,
		health: { isDamaged: false },
		close: async () => {
			versions.close();
			await reader.close();
			await writer.close();
			file.close();
		}
	};
}

async function openPostgres(url: string): Promise<Database> {
	const pool = new PrismaPg(
		{
			connectionString: url,
			max: mostConnections,
			connectionTimeoutMillis: connectWaitMs,
			idleTimeoutMillis: idleMs,
			keepAlive: true,
			onConnect: prepare
		},
		{ statementNameGenerator: statementNames() }
	);
	const { adapter, client, close } = await connectWith(
		withOpenTransactions(pool, postgres.textOf),
		(adapter) => new PostgresClient({ adapter })
	);
	const read = readerOn(postgres, adapter.queryRaw.bind(adapter));
	await read.query(Prisma.sql`SELECT 1`);
	return {
		dialect: postgres,
		read,
		reader: client,
		writer: client,
		asked: {},
		isInPlace: () => true,
		setJournalAside: () => {},
		health: { isDamaged: false },
		close
	};
}

/** Of one process. */
const mostConnections = 10;

/** Said here and not with the first message, which poolers refuse where it holds what they do not know. */
async function prepare(connection: pg.ClientBase): Promise<void> {
	outliveItsEnd(connection);
	endWhenSilent(connection, connectWaitMs);
	await connection.query(
		`SET lock_timeout = ${writeWaitMs}; SET statement_timeout = ${statementTimeoutMs}`
	);
	endWhenSilent(connection);
}

/**
 * Postgres may say its last word on a connection just as the pool hands it to the next who waits, when nobody listens
 * yet; an 'error' that nobody listens to ends the process. The next query on it fails by itself.
 */
function outliveItsEnd(connection: NodeJS.EventEmitter): void {
	connection.on('error', () => {});
}

const settings = {
	journal_mode: ['WAL', 'wal'],
	synchronous: ['FULL', '2'],
	busy_timeout: [String(writeWaitMs), String(writeWaitMs)],
	foreign_keys: ['ON', '1'],
	trusted_schema: ['OFF', '0']
} as const;

/** Sets what durability rests on and reads it back: SQLite ignores in silence what it does not like. */
async function applySettings(adapter: SqlDriverAdapter): Promise<void> {
	for (const [name, [wanted, readBack]] of Object.entries(settings)) {
		await adapter.queryRaw(statement(`PRAGMA ${name} = ${wanted}`));
		const { rows } = await adapter.queryRaw(statement(`PRAGMA ${name}`));
		const found = String(rows[0]?.[0]);
		if (found !== readBack)
			throw new StartupError(
				`the database does not keep the setting ${name} = ${wanted} (it says ${found})`
			);
	}
}
