import { Socket } from 'node:net';
import type pg from 'pg';
import { writeWaitMs } from '../wait-limits.ts';

/**
 * A Postgres that is paused, or behind a network that swallows packets, does not refuse: it says nothing, and TCP alone would wait for
 * a quarter of an hour. So each wait has an end here, in milliseconds.
 */

/** How long to wait for a connection, free or new. Short, so that attempts during a stall do not outlast it by much. */
export const connectWaitMs = 3000;
/** How long one statement may run before Postgres ends it. A wait for a lock ends earlier, at `writeWaitMs`. */
export const statementTimeoutMs = writeWaitMs + 150;
/** How long nothing may arrive on a connection before it is destroyed. The pool then opens another. */
const silenceMs = writeWaitMs + 300;
/**
 * How long an open transaction may wait for its next statement before Postgres ends it and others get its locks. Postgres does not
 * notice that a machine has lost its power or is frozen. Shorter than `writeWaitMs`, so that those who wait for the locks get them.
 */
export const idleInTransactionMs = writeWaitMs - 1000;
/** The same for a transaction that is no request's. A copy or a seed may compute for longer between two statements on a busy machine. */
export const idleInLongTransactionMs = 4 * writeWaitMs;
/** The pool closes what is idle before silence would end it. */
export const idleMs = 4000;

/** Ends the connection when nothing was sent or received on it for `limitMs`. Another call changes the limit. */
export function endWhenSilent(client: pg.ClientBase, limitMs = silenceMs): void {
	const stream = socketOf(client);
	if (stream.listenerCount('timeout', endSilent) === 0) stream.on('timeout', endSilent);
	stream.setTimeout(limitMs);
}

/** Ends the connection at once. The queries on it that were not answered fail. */
export function endNow(client: pg.ClientBase): void {
	socketOf(client).destroy(new Error('Connection terminated: a query before this one has failed'));
}

/** TLS replaces the socket, so this is for a connection that is open already. */
function socketOf(client: pg.ClientBase): Socket {
	// The type does not say that what the pool hands out is a whole client.
	const connection: unknown = 'connection' in client ? client.connection : undefined;
	const isConnection =
		typeof connection === 'object' && connection !== null && 'stream' in connection;
	if (isConnection && connection.stream instanceof Socket) return connection.stream;
	throw new Error('a connection to Postgres without a socket cannot be watched');
}

function endSilent(this: Socket): void {
	this.destroy(new Error('Connection terminated: Postgres has said nothing for too long'));
}
