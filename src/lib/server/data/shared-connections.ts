import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Ask } from './read-cache.ts';
import { isSearch } from './statement-names.ts';

/**
 * Reads of one turn of the event loop go over one connection, behind each other and without waiting for each other: what ten requests
 * ask leaves in one write and wakes one process of Postgres, where it would be ten. A search goes alone, as nobody should
 * wait behind it.
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

/** A connection that goes back to the pool as soon as all that was asked is answered. */
function shareConnection(adapter: SqlDriverAdapter, pool: pg.Pool): Shared {
	const connecting = pool.connect();
	const query = async (sent: pg.QueryConfig) => (await connecting).query(sent);
	const onThis: SqlDriverAdapter = Object.assign(Object.create(adapter), { client: { query } });
	let [asked, open, failed] = [0, 0, false];

	async function ask(read: SqlQuery): Promise<SqlResultSet> {
		asked += 1;
		open += 1;
		try {
			return await onThis.queryRaw(read);
		} catch (error) {
			failed = true;
			throw error;
		} finally {
			open -= 1;
			if (open === 0) {
				asked = mostShared;
				// As the pool does with a connection on which a query of its own has failed.
				connecting.then(
					(connection) => connection.release(failed),
					() => {}
				);
			}
		}
	}

	return { ask, hasRoom: () => asked < mostShared };
}

/** So many wait for the slowest of them at most. */
const mostShared = 8;
