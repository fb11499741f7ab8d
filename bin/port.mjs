// Whether the server's port is free. Runs on the machine's own Node (20.19 or newer), so: no packages, plain JavaScript.
import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';

/** Ends this process where something listens already. Whatever else is wrong with HOST or PORT the server says itself. */
export async function refuseUnlessFree() {
	const { HOST, PORT } = process.env;
	const server = createServer();
	try {
		server.listen(Number(PORT || 3000), HOST || '0.0.0.0');
		await once(server, 'listening');
		server.close();
		await once(server, 'close');
	} catch (cause) {
		if (cause.code !== 'EADDRINUSE') return;
		console.error(`Hearth cannot start: ${portTakenSentence(cause)}`);
		process.exit(1);
	}
}

export const portTakenSentence = ({ port }) =>
	`port ${port} is already in use; stop what uses it, or set PORT to another one.`;
