// Clients that hang up as soon as they have asked do not harm the server.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.stop());

it.each([
	['a page', 'GET / HTTP/1.1'],
	['an address of the interface', 'GET /api/v1/instance HTTP/1.1'],
	['the stream of the public list', 'GET /api/v1/public-list/events HTTP/1.1']
])('that asked for %s', async (_what, line) => {
	for (let round = 0; round < 20; round += 1)
		await Promise.all(Array.from({ length: 25 }, () => askAndHangUp(line)));
	const metrics = async () => (await fetch(`${server.origin}/metrics`)).text();
	await expect.poll(metrics).toMatch(/^hearth_streams_open 0$/m);
	expect(server.output()).not.toMatch(/Error/);
});

it('that asked for a file leave none of it open', async () => {
	const open = () => readdirSync(`/proc/${server.pid}/fd`).length;
	const before = open();
	for (let round = 0; round < 8; round += 1)
		await Promise.all(Array.from({ length: 25 }, () => askAndHangUp('GET /icon-512.png HTTP/1.1')));
	// The server reads its requests in their order.
	for (let later = 0; later < 5; later += 1)
		await (await fetch(`${server.origin}/icon-512.png`)).bytes();
	await expect.poll(open).toBeLessThan(before + 20);
});

async function askAndHangUp(line: string): Promise<void> {
	const { hostname, port } = new URL(server.origin);
	const socket = connect(Number(port), hostname);
	socket.on('error', () => {});
	await once(socket, 'connect');
	const closed = once(socket, 'close');
	socket.write(`${line}\r\nhost: ${hostname}\r\naccept: text/html\r\n\r\n`, () =>
		socket.resetAndDestroy()
	);
	await closed;
}

it('a fault that the framework lets through is answered and logged, and does not end the server', async () => {
	const faulty = `import { Socket } from 'node:net';
		Socket.prototype._getpeername = () => { throw new Error('a fault of a test'); };`;
	const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(faulty)}`;
	const broken = await startServer({ env: { NODE_OPTIONS } });
	for (let tries = 0; tries < 2; tries += 1) {
		const answer = await fetch(`${broken.origin}/api/v1/instance`);
		expect([answer.status, await answer.json()]).toMatchObject([503, { code: 14 }]);
	}
	expect(broken.output()).toContain('a fault of a test');
	expect(await broken.stop()).toBe(0);
});
