import type pg from 'pg';
import { writeWaitMs } from '../wait-limits.ts';

/**
 * Postgres limits the wait for each lock alone, so a transaction that waits for two could wait twice as long. The returned function is called
 * before each statement, and shortens the limit to what is left of `writeWaitMs`. Without `askedAt` the limit stays as it is.
 */
export function lockWaitOf(connection: pg.PoolClient, askedAt = Infinity): () => void {
	let limitMs = writeWaitMs;
	return () => {
		const leftMs = Math.ceil(askedAt + writeWaitMs - performance.now());
		const nextMs = Math.max(leastWaitMs, leftMs);
		if (nextMs > limitMs - stepMs) return;
		limitMs = nextMs;
		// In a transaction that has failed already, this fails as its next statement does.
		connection.query(`SET LOCAL lock_timeout = ${limitMs}`).catch(() => {});
	};
}

/** A command that has worked for longer than `writeWaitMs` may still wait for a short commit of somebody else. */
const leastWaitMs = 500;
/** Most transactions do not wait, and send no such statement. */
const stepMs = 100;
