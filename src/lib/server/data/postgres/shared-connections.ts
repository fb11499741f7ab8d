import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { isNotPrepared } from '../faults.ts';
import { isUnavailable } from '../unavailable.ts';
import type { Ask } from '../read-cache.ts';
import { endNow } from './silence.ts';
import { isSearch } from './statement-names.ts';
import { withClient } from './with-client.ts';

/**
 * Pipelines the reads of one turn of the event loop over one connection of the pool. Ten requests then cost one write to a socket and wake
 * one Postgres process, instead of ten. A search gets a connection of its own, because it may be slow.
 */
export function sharingConnections(adapter: SqlDriverAdapter, pool: pg.Pool): Ask {
	let shared: Shared | undefined;
	const endTurn = () => (shared = undefined);
	return (query) => {
		if (isSearch(query.sql)) return adapter.queryRaw(query);
		if (!shared?.hasRoom()) {
			if (!shared) setImmediate(endTurn);
			shared = shareConnection(adapter, pool);
		}
		return shared.ask(query);
	};
}

type Shared = { ask: Ask; hasRoom(): boolean };

/** A connection that is released to the pool when its last read is answered. */
function shareConnection(adapter: SqlDriverAdapter, pool: pg.Pool): Shared {
	const connecting = pool.connect();
	const query = async (sent: pg.QueryConfig) => (await connecting).query(sent);
	const overConnection = withClient(adapter, { query });
	let [asked, open, isReleased] = [0, 0, false];
	/** Why the connection was ended. */
	let fault: unknown;

	async function ask(read: SqlQuery): Promise<SqlResultSet> {
		asked += 1;
		open += 1;
		try {
			return await overConnection.queryRaw(read);
		} catch (error) {
			// An earlier read was to prepare the statement for both, and failed.
			if (isNotPrepared(error) && !fault) return adapter.queryRaw(read);
			if (!isUnavailable(error)) throw fault ?? error;
			fault ??= error;
			// Otherwise the reads behind this one would wait for the same lock in turn, each until its own timeout.
			release({ destroy: true });
			throw error;
		} finally {
			open -= 1;
			if (open === 0) release({ destroy: false });
		}
	}

	function release({ destroy }: { destroy: boolean }): void {
		if (isReleased) return;
		isReleased = true;
		connecting.then(
			(connection) => {
				// The pool itself would wait for the other reads.
				if (destroy) endNow(connection);
				connection.release(destroy);
			},
			() => {}
		);
	}

	return { ask, hasRoom: () => asked < maxShared && !isReleased };
}

/** Reads on one connection. Each waits for those before it. */
const maxShared = 8;
