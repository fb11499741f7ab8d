// A proxy to Postgres that cuts the connection when the COMMIT is on its way.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes everything on to the database; `cutAtCommit` loses the answer to the next COMMIT, which is carried out. */
export async function openCommitCutter(databaseUrl: string) {
	const target = new URL(databaseUrl);
	const open = new Set<Socket>();
	let isDue = false;
	const line = createServer((client) => {
		const database = connect(Number(target.port), target.hostname);
		let isOnItsWay = false;
		for (const socket of [client, database]) {
			open.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => (open.delete(socket), client.destroy(), database.destroy()));
		}
		client.on('data', (part) => {
			if (isDue && part.includes('COMMIT')) [isDue, isOnItsWay] = [false, true];
			database.write(part);
		});
		// What was sent before the COMMIT is answered first, and Postgres ends a transaction whose client has left.
		database.on('data', (part) => {
			if (isOnItsWay && part.includes('COMMIT')) client.destroy();
			else client.write(part);
		});
	}).listen(0, '127.0.0.1');
	await once(line, 'listening');
	const address = line.address();
	const port = typeof address === 'object' && address ? String(address.port) : '';
	return {
		url: Object.assign(new URL(databaseUrl), { port }).href,
		cutAtCommit: () => void (isDue = true),
		close: () => {
			for (const socket of open) socket.destroy();
			return new Promise((resolve) => line.close(resolve));
		}
	};
}
