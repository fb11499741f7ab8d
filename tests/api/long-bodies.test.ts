// Visitors who send long bodies and never end them take little memory, and nobody else has to wait for them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
beforeAll(async () => void (cast = await openCast('sqlite')));
afterAll(() => cast.close());

/** Connects from this address and sends the beginning of a request. */
async function begin(from: string, start = longForm()): Promise<Socket> {
	const { hostname, port } = new URL(cast.origin);
	const socket = connect({ host: hostname, port: Number(port), localAddress: from });
	socket.on('error', () => {});
	await once(socket, 'connect');
	socket.write(start);
	return socket;
}

const head = (path: string, ...headers: string[]) =>
	[
		`POST ${path} HTTP/1.1`,
		`host: ${new URL(cast.origin).hostname}`,
		'connection: close',
		...headers
	]
		.join('\r\n')
		.concat('\r\n\r\n');

const longForm = (sent = 400_000) =>
	head('/sign-in', 'content-type: application/x-www-form-urlencoded', 'content-length: 500000') +
	'a'.repeat(sent);

const several = (count: number, from: string, start?: string) =>
	Promise.all(Array.from({ length: count }, () => begin(from, start)));

/** What the server answers to it, as far as it does. */
async function statusOf(socket: Socket): Promise<string> {
	const [answer] = await once(socket, 'data');
	return String(answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 429'.length);
}

const endAll = (sockets: Socket[]) => sockets.forEach((socket) => socket.destroy());

const long = { emailOrName: 'a'.repeat(100_000) };

it('a visitor may send few long bodies at once, and short ones all the while', async () => {
	const sent = await several(5 + 20 + 3, '127.0.0.1');
	const refused = sent.map((socket) => statusOf(socket).catch(() => ''));
	expect(await Promise.race(refused)).toBe('429');
	const { status } = await cast.visitor.post('/auth/sign-in', { email: 'a@b', password: 'wrong' });
	expect(status).toBe(401);
	const { uid } = await cast.write((rows) => ({ uid: rows.list(cast.ada.uid) }));
	const note = 'x'.repeat(64_000);
	const items = Array.from({ length: 3 }, () => ({ label: 'milk', note }));
	expect((await cast.ada.post(`/lists/${uid}/items:batch`, { items })).status).toBe(200);
	endAll(sent);
	await expect
		.poll(async () => (await cast.visitor.post('/auth/reset-requests', long)).status)
		.toBe(400);
});

it('a visitor’s short body without a length is read while another network sends nothing of its long ones', async () => {
	const idle = await several(20, '127.0.0.1', longForm(0));
	const body = JSON.stringify({ email: 'ada@example.org', password: 'not the right one' });
	const chunked = await begin(
		'127.0.0.9',
		head('/api/v1/auth/sign-in', 'content-type: application/json', 'transfer-encoding: chunked') +
			`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
	);
	expect(await Promise.race([statusOf(chunked), pause(10_000, 'nothing')])).toBe('401');
	endAll([...idle, chunked]);
});

it('a visitor of another network has a turn before those who began to wait earlier', async () => {
	const sockets = await several(5, '127.0.0.1');
	const held: Socket[] = [];
	for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
		held.push(...(await several(5, from)));
	sockets.push(...(await several(15, '127.0.0.1')));
	let isAnswered = false;
	const other = cast.visitor
		.send('POST', '/api/v1/auth/reset-requests', { json: long, from: '127.0.0.9' })
		.finally(() => (isAnswered = true));
	await pause(200);
	let ended = 0;
	for (const socket of sockets) {
		if (isAnswered) break;
		socket.write('a'.repeat(100_000));
		await statusOf(socket);
		await pause(20);
		ended += 1;
	}
	// In the order in which they came, sixteen would have to end before.
	expect(ended).toBeLessThan(16);
	expect((await other).status).toBe(400);
	endAll([...held, ...sockets]);
});
