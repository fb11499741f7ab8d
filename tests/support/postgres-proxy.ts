// A proxy between the server and its Postgres, whose connections can be cut.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './postgres.ts';

/** The same database, at an address of its own. */
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
			// What came in a black hole stays lost: that connection never says another word, as behind a router that forgot it.
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
		/** From now on every packet gets lost, and nobody is told; until `mend`. */
		swallow: () => void (isSwallowing = true),
		/** New connections go through again. */
		mend: () => void (isSwallowing = false),
		/** Every packet gets lost, and neither side hears when the other one closes: as where a machine loses its power. Until `cut`. */
		vanish: () => void (isSwallowing = isGone = true),
		/** From now on nobody answers there. */
		cut: () => {
			server.close();
			for (const socket of open) socket.destroy();
		}
	};
}
