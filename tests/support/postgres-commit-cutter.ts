// A proxy to Postgres that cuts the connection while the COMMIT is on its way.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes everything on to the database. After `cutAtCommit` the next COMMIT is carried out and its answer is lost. */
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
		// Answers to earlier statements are passed on first. To cut at once would make Postgres roll the transaction back.
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
