import process from 'node:process';

/** How long requests in flight may take to finish after a stop was asked for. */
const stopGraceMs = 2_000;

/**
 * A graceful shutdown: takes no new connection, and waits for the answers under way. `stop` gets a promise of the last answer. It ends
 * the streams at once, and closes the database after that answer. Where any of this takes too long, the process exits.
 */
export async function shutDown(server, stop) {
	setTimeout(() => server.closeAllConnections(), stopGraceMs);
	setTimeout(() => process.exit(0), stopGraceMs + 500);
	// Browsers keep a connection open between requests, and `close` would wait for them.
	server.prependListener('request', (_, response) => (response.shouldKeepAlive = false));
	setInterval(() => server.closeIdleConnections(), 50);
	const answered = new Promise((resolve) => server.close(resolve));
	await Promise.all([answered, stop(answered)]);
}
