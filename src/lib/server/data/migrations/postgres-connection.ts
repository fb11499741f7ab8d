import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { inDriverTransaction } from '../driver-transaction.ts';
import { reliedOn, withoutTimeouts } from '../postgres-settings.ts';
import { statement } from '../statement.ts';
import { adapterWith } from './adapter-with.ts';
import type { MigrationConnection } from './migration-connection.ts';
import { refuseUnsuitable } from './suitable-postgres.ts';

/** The number of the advisory lock with which Prisma itself migrates. */
export const migrationLock = 72_707_369;

export async function connectPostgres(connectionString: string): Promise<MigrationConnection> {
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

function onTransaction(pool: SqlDriverAdapter, transaction: Transaction): SqlDriverAdapter {
	return adapterWith(pool, {
		queryRaw: (query) => transaction.queryRaw(query),
		executeRaw: (query) => transaction.executeRaw(query),
		// In one piece: the adapter's own `executeScript` cuts a script at every semicolon.
		executeScript: async (script) => void (await transaction.executeRaw(statement(script)))
	});
}
