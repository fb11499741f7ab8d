// Visitors who send long bodies and never end them take little memory, and nobody else has to wait for them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
beforeAll(async () => void (cast = await openCast('sqlite')));
afterAll(() => cast.close());

/** Sends the beginning of a long form, as a visitor of this address. */
async function begin(from: string): Promise<Socket> {
	const { hostname, port } = new URL(cast.origin);
	const socket = connect({ host: hostname, port: Number(port), localAddress: from });
	socket.on('error', () => {});
	await once(socket, 'connect');
	socket.write(
		`POST /sign-in HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n` +
			`content-type: application/x-www-form-urlencoded\r\ncontent-length: 500000\r\n\r\n${'a'.repeat(400_000)}`
	);
	return socket;
}

/** What the server answers to it, as far as it does. */
async function statusOf(socket: Socket): Promise<string> {
	const [answer] = await once(socket, 'data');
	return String(answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 429'.length);
}

const endAll = (sockets: Socket[]) => sockets.forEach((socket) => socket.destroy());

const long = { emailOrName: 'a'.repeat(100_000) };

it('a visitor may send few long bodies at once, and short ones all the while', async () => {
	const reading = await Promise.all(Array.from({ length: 20 }, () => begin('127.0.0.1')));
	const waiting = await Promise.all(Array.from({ length: 20 }, () => begin('127.0.0.1')));
	const beyond = await Promise.all(Array.from({ length: 3 }, () => begin('127.0.0.1')));
	const refused = [...reading, ...waiting, ...beyond].map((socket) =>
		statusOf(socket).catch(() => '')
	);
	expect(await Promise.race(refused)).toBe('429');
	const { status } = await cast.visitor.post('/auth/sign-in', { email: 'a@b', password: 'wrong' });
	expect(status).toBe(401);
	const { uid } = await cast.write((rows) => ({ uid: rows.list(cast.ada.uid) }));
	const note = 'x'.repeat(64_000);
	const items = Array.from({ length: 3 }, () => ({ label: 'milk', note }));
	expect((await cast.ada.post(`/lists/${uid}/items:batch`, { items })).status).toBe(200);
	endAll([...reading, ...waiting, ...beyond]);
	await expect
		.poll(async () => (await cast.visitor.post('/auth/reset-requests', long)).status)
		.toBe(400);
});

it('a visitor of another network has a turn before those who began to wait earlier', async () => {
	const sockets = await Promise.all(Array.from({ length: 35 }, () => begin('127.0.0.1')));
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
	endAll(sockets);
});
