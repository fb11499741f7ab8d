// A proxy between the server and its Postgres, whose connections can be cut.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './postgres.ts';

/** Opens a proxy to this database, at an address of its own. */
export async function openPostgresProxy(databaseUrl: string) {
	const { hostname, port } = new URL(databaseUrl);
	const open = new Set<Socket>();
	let isSwallowing = false;
	let isGone = false;
	const server = createServer((near) => {
		const far = connect(Number(port), hostname);
		for (const [socket, other] of [
			[near, far],
			[far, near]
		] as const) {
			open.add(socket);
			const end = () => (isGone ? undefined : other.destroy());
			socket.on('error', end);
			socket.on('close', () => (open.delete(socket), end()));
			// A connection that lost a packet stays silent for good, as behind a router that has forgotten it.
			let isLost = false;
			socket.on('data', (part) => {
				isLost ||= isSwallowing;
				if (!isLost) other.write(part);
			});
		}
	});
	const here = await freePort();
	await new Promise<void>((listening) => server.listen(here, '127.0.0.1', listening));
	return {
		url: Object.assign(new URL(databaseUrl), { port: String(here) }).href,
		/** Drops every packet silently, until `mend`. */
		swallow: () => void (isSwallowing = true),
		/** New connections go through again. */
		mend: () => void (isSwallowing = false),
		/** Drops every packet, and neither side learns that the other one closed, as when a machine loses its power. Until `cut`. */
		vanish: () => void (isSwallowing = isGone = true),
		/** Closes every connection and accepts no new one. */
		cut: () => {
			server.close();
			for (const socket of open) socket.destroy();
		}
	};
}
