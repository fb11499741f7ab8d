import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { beginning } from '../open-transaction.ts';
import { lockWaitOf } from './lock-wait.ts';
import { idleInLongTransactionMs } from './time-limits.ts';
import { withClient } from './with-client.ts';

/**
 * An adapter whose transactions do not wait for the answer to BEGIN: their first reads leave with it, in the same write to the socket.
 * Writes wait. Should BEGIN alone fail, a read that was sent behind it has changed nothing.
 */
export function withEarlyBegin(adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter {
	const { startTransaction } = adapter;
	const client = {
		connect: async () => {
			const askedAt = beginning.getStore()?.askedAt;
			return beginsEarly(await pool.connect(), askedAt);
		}
	};
	const early = withClient(adapter, client);
	return Object.assign(adapter, { startTransaction: startTransaction.bind(early) });
}

/** The part of a connection that the adapter's transaction uses. Its first statement is BEGIN. */
function beginsEarly(connection: pg.PoolClient, askedAt: number | undefined) {
	const shortenLockWait = lockWaitOf(connection, askedAt);
	let begun: Promise<unknown> | undefined;
	/** Whether only reads have been sent so far. A statement after one that waits must wait as well. */
	let isEarly = true;

	async function query(sent: pg.QueryConfig): Promise<unknown> {
		if (!begun) {
			begun = connection.query(sent);
			// The error is not lost: each later statement awaits `begun`.
			begun.catch(() => {});
			if (askedAt === undefined) connection.query(idleForLonger).catch(() => {});
			return { rowCount: 0 };
		}
		isEarly &&= sent.text.trimStart().startsWith('SELECT');
		if (isEarly) {
			shortenLockWait();
			return (await Promise.all([connection.query(sent), begun]))[0];
		}
		await begun;
		shortenLockWait();
		return connection.query(sent);
	}

	return {
		query,
		on: connection.on.bind(connection),
		removeListener: connection.removeListener.bind(connection),
		release: connection.release.bind(connection)
	};
}

const idleForLonger = `SET LOCAL idle_in_transaction_session_timeout = ${idleInLongTransactionMs}`;
