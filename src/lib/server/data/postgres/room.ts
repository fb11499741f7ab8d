import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { writeWaitMs } from '../wait-limits.ts';
import { connectWaitMs } from './time-limits.ts';

/**
 * Postgres refuses a connection where it has as many as it may have. The pool then opens no more for a while, and a request waits for a
 * connection that is open already.
 */
export function waitForRoom(pool: pg.Pool): void {
	const { max } = pool.options;
	const connect = pool.connect.bind(pool);
	let opening: NodeJS.Timeout | undefined;

	async function connectWithin(until: number): Promise<pg.PoolClient> {
		try {
			return await connect();
		} catch (error) {
			if (!isRefusedForRoom(error) || performance.now() > until) throw error;
		}
		pool.options.max = Math.max(1, pool.totalCount);
		clearTimeout(opening);
		opening = setTimeout(() => (pool.options.max = max), tryAgainMs).unref();
		await pause(pauseMs);
		return connectWithin(until);
	}

	Object.assign(pool, {
		/** The pool's own queries pass a callback. */
		connect(told?: (error?: unknown, client?: pg.PoolClient) => void) {
			const connecting = connectWithin(performance.now() + tryForMs);
			return told ? void connecting.then((client) => told(undefined, client), told) : connecting;
		}
	});
}

const isRefusedForRoom = (error: unknown): boolean =>
	error instanceof pg.DatabaseError && error.code === '53300';

/** The last attempt may itself take `connectWaitMs`. */
const tryForMs = writeWaitMs - connectWaitMs;
/** How soon the pool tries to open more connections again. */
const tryAgainMs = 1000;
/** Where none is open, each look is an attempt to connect. */
const pauseMs = 50;
