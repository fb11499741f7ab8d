import { Socket } from 'node:net';
import type pg from 'pg';
import { silenceMs } from './time-limits.ts';

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
