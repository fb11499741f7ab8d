import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import type { Provider } from '../dialect.ts';
import { inDriverTransaction } from '../driver-transaction.ts';
import { reliedOn, withoutTimeouts } from '../postgres-settings.ts';
import { StartupError } from '../startup-error.ts';
import { statement } from '../statement.ts';

/** A connection of its own, which is lent to Prisma's engine. */
type MigrationConnection = {
	adapter: SqlDriverAdapter;
	/**
	 * Runs `work` in one transaction, beside which no other process can migrate, and commits it. The engine itself works
	 * statement by statement. In this transaction its scripts and its records are committed together or not at all, also
	 * under kill -9. After a throw the connection is of no more use.
	 */
	inOneTransaction<T>(work: (adapter: SqlDriverAdapter) => Promise<T>): Promise<T>;
	close(): Promise<void>;
};

export function connect(provider: Provider, databaseUrl: string): Promise<MigrationConnection> {
	return provider === 'sqlite' ? connectSqlite(databaseUrl) : connectPostgres(databaseUrl);
}

async function connectSqlite(url: string): Promise<MigrationConnection> {
	const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
	const adapter = await new PrismaBetterSqlite3({ url }).connect();
	return {
		adapter,
		inOneTransaction: async (work) => {
			// With foreign keys on, a migration that rebuilds a table would delete the rows that refer to it. SQLite ignores
			// this switch once the transaction is open, in the migration's own script too.
			await adapter.executeScript(
				'PRAGMA foreign_keys=OFF; PRAGMA synchronous=FULL; BEGIN IMMEDIATE'
			);
			const result = await work(adapter);
			const astray = await adapter.queryRaw(statement('PRAGMA foreign_key_check'));
			if (astray.rows.length > 0)
				throw new Error(`rows of ${astray.rows[0]?.[0]} would point at nothing`);
			await adapter.executeScript('COMMIT');
			return result;
		},
		close: () => adapter.dispose()
	};
}

/** The number of the advisory lock with which Prisma itself migrates. */
export const migrationLock = 72_707_369;

async function connectPostgres(connectionString: string): Promise<MigrationConnection> {
	const { PrismaPg } = await import('@prisma/adapter-pg');
	const pool = await new PrismaPg({
		connectionString,
		max: 1,
		connectionTimeoutMillis: 5000,
		onConnect: async (connection) =>
			void (await connection.query(`${withoutTimeouts}; ${reliedOn}`))
	}).connect();
	try {
		await refuseUnsuitable(pool);
	} catch (cause) {
		await pool.dispose();
		throw cause;
	}
	return {
		adapter: pool,
		// A transaction keeps its one connection; a pool would go on with another, outside of the transaction.
		inOneTransaction: (work) =>
			inDriverTransaction(pool, async (transaction) => {
				await transaction.executeRaw(statement(`SELECT pg_advisory_xact_lock(${migrationLock})`));
				return work(onTransaction(pool, transaction));
			}),
		close: () => pool.dispose()
	};
}

/** Refuses a search path without a schema, and any encoding but UTF8: an emoji or a name in another script would be an error. */
async function refuseUnsuitable(adapter: SqlDriverAdapter): Promise<void> {
	const { rows } = await adapter.queryRaw(
		statement(`SELECT current_setting('server_encoding'), current_schema()::text`)
	);
	const [encoding, schema] = rows[0] ?? [];
	if (encoding !== 'UTF8')
		throw new StartupError(
			`the Postgres database has the encoding ${String(encoding)}, which cannot hold all that people write; create one with ENCODING 'UTF8', and set DATABASE_URL to it`
		);
	if (!schema)
		throw new StartupError(
			'the search_path of this Postgres role leads to no schema; create the one that it names'
		);
}

function onTransaction(pool: SqlDriverAdapter, transaction: Transaction): SqlDriverAdapter {
	return adapterWith(pool, {
		queryRaw: (query) => transaction.queryRaw(query),
		executeRaw: (query) => transaction.executeRaw(query),
		// In one piece: the adapter's own `executeScript` cuts a script at every semicolon.
		executeScript: async (script) => void (await transaction.executeRaw(statement(script)))
	});
}

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
