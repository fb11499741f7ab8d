// R12: listeners that read nothing, and listeners that come and go. The server buffers a bounded amount for them, then closes
// their connections, and keeps nothing of them.
import { once } from 'node:events';
import { Agent, get, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { listenTo } from '../support/listener.ts';
import { weigh, weighable } from '../support/process-memory.ts';
import { providers } from '../support/world.ts';

const slow = 15;
const changes = isLong ? 10_000 : 2000;
const atOnce = 200;

const warmUp = isLong ? 10_000 : 300;
const visits = isLong ? 100_000 : 1500;
const visitors = 32;

describe('visitors who read nothing of the public list', () => {
	let cast: Cast;
	beforeAll(async () => {
		cast = await openCast('sqlite', weighable);
		const publicListUid = await cast.write((rows) => {
			const uid = rows.list(cast.ada.uid);
			for (let count = 0; count < 10_000; count += 1) rows.item(uid);
			return uid;
		});
		await cast.database.writer.instance.update({ where: { id: 1 }, data: { publicListUid } });
	});
	afterAll(() => cast.close());

	it(
		'have twenty answers at a time in memory, and others are answered',
		{ timeout: 60_000 },
		async () => {
			const sockets = Array.from({ length: 30 }, () => ask(cast, '/public'));
			onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
			let answered = 0;
			for (const socket of sockets) socket.once('readable', () => (answered += 1));
			await expect.poll(() => answered, { timeout: 30_000 }).toBe(20);
			const others = [
				cast.ada.send('GET', '/public'),
				cast.visitor.send('GET', '/public', { from: '127.0.0.2' })
			];
			for (const { status } of await Promise.all(others)) expect(status).toBe(200);
			expect(answered).toBe(20);
			for (const socket of sockets) socket.resume();
			await expect.poll(() => answered, { timeout: 30_000 }).toBe(30);
		}
	);

	it('keep no place of those who hang up, and end nothing', { timeout: 60_000 }, async () => {
		const unanswered = new Set(Array.from({ length: 30 }, () => ask(cast, '/public')));
		const sockets = [...unanswered];
		onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
		for (const socket of sockets) socket.once('readable', () => unanswered.delete(socket));
		await expect.poll(() => unanswered.size, { timeout: 30_000 }).toBe(10);
		const before = await weigh(cast.server);
		for (const socket of unanswered) socket.destroy();
		for (let times = 0; times < 10; times += 1) {
			const waiting = Array.from({ length: 100 }, () => ask(cast, '/public'));
			await pause(200);
			for (const socket of waiting) socket.destroy();
		}
		const weight = () => weigh(cast.server);
		await expect.poll(async () => (await weight()).connections).toBe(before.connections - 10);
		expect(inMegabytes((await weight()).held - before.held)).toBeLessThan(10);
		expect((await cast.visitor.send('GET', '/readyz')).status).toBe(200);
		for (const socket of sockets) socket.destroy();
		const later = Array.from({ length: 20 }, () => ask(cast, '/public'));
		onTestFinished(() => later.forEach((socket) => void socket.destroy()));
		let answered = 0;
		for (const socket of later) socket.once('readable', () => (answered += 1));
		await expect.poll(() => answered, { timeout: 30_000 }).toBe(20);
		expect(cast.server.output()).not.toContain('throttled');
	});

	it(
		'are disconnected after two minutes at most, unlike who waits, who is idle and who is signed in',
		{ timeout: 150_000 },
		async () => {
			const { bearer, listUid } = await cast.write((rows) => {
				const listUid = rows.list(cast.ada.uid);
				for (let count = 0; count < 1000; count += 1)
					rows.item(listUid, { note: 'x'.repeat(9000) });
				return { listUid, bearer: `Bearer ${rows.token(cast.ada.uid).secret}` };
			});
			const agent = new Agent({ keepAlive: true });
			const whole = await answerOf(get(`${cast.origin}/public`, { agent }));
			const idle = whole.socket;
			await text(whole);
			const unread = Array.from({ length: 20 }, () => ask(cast, '/public'));
			const headers = { authorization: bearer };
			const unreadByAda = answerOf(get(`${cast.origin}/api/v1/lists/${listUid}`, { headers }));
			let answered = 0;
			for (const socket of unread) socket.once('readable', () => (answered += 1));
			await expect.poll(() => answered, { timeout: 30_000 }).toBe(20);
			const { connections } = await weigh(cast.server);
			const waiting = ask(cast, '/public');
			onTestFinished(() => [idle, waiting, ...unread].forEach((socket) => void socket.destroy()));
			let isAnswered = false;
			waiting.once('readable', () => (isAnswered = true)).resume();
			await pause(55_000);
			expect(idle.closed).toBe(false);
			await expect
				.poll(async () => (await weigh(cast.server)).connections, {
					timeout: 60_000,
					interval: 2000
				})
				.toBeLessThanOrEqual(connections - 19);
			await expect.poll(() => isAnswered).toBe(true);
			const { items } = JSON.parse(await text(await unreadByAda));
			expect(items).toHaveLength(1000);
		}
	);
});

describe.each(providers)('listeners on %s', (provider) => {
	let cast: Cast;
	let secret: string;

	beforeAll(async () => {
		cast = await openCast(provider, weighable);
		const publicListUid = await cast.write((rows) => rows.list(cast.ada.uid));
		await cast.database.writer.instance.update({ where: { id: 1 }, data: { publicListUid } });
		({ secret } = await cast.write((rows) => ({
			// An event names its token, so with the longest name each event is as long as it can be.
			secret: rows.token(cast.ada.uid, { name: '👨‍👩‍👧‍👦'.repeat(100) }).secret
		})));
	});
	afterAll(() => cast.close());

	it(
		`who read nothing of ${changes} changes are disconnected, and those who read receive each`,
		{ timeout: 60_000 + 20 * changes },
		async () => {
			// Warm up first: in a process that has just started, code and caches still grow.
			for (let made = 0; made < changes / 5; made += atOnce) await addItems(atOnce);
			const before = await weigh(cast.server);
			const sockets = await Promise.all(Array.from({ length: slow }, listenAndReadNothing));
			const reader = listenTo(cast.origin, '/api/v1/events', bearer());
			await expect.poll(() => reader.status()).toBe(200);
			for (let made = 0; made < changes; made += atOnce) await addItems(atOnce);
			await expect.poll(() => told(reader), { timeout: 30_000 }).toBe(changes);
			const numbers = reader.changes().map(({ id }) => id ?? 0);
			expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
			await expect.poll(rows, { timeout: 10_000 }).toBe(1);
			reader.cut();
			await expect.poll(rows, { timeout: 10_000 }).toBe(0);
			const after = await weigh(cast.server);
			expect(after.connections).toBeLessThanOrEqual(before.connections + 1);
			expect(after.held / before.held).toBeLessThan(1.1);
			sockets.forEach((socket) => socket.destroy());
			note(`R12 slow readers, ${provider}`, {
				slow,
				changes,
				'MB held before': inMegabytes(before.held),
				'MB held after': inMegabytes(after.held),
				'streams left': 0
			});
		}
	);

	it(
		`who come and go ${visits} times leave nothing behind`,
		{ timeout: 60_000 + 20 * visits },
		async () => {
			await comeAndGo(warmUp);
			await expect.poll(rows, { timeout: 10_000 }).toBe(0);
			const before = await weigh(cast.server);
			await comeAndGo(visits);
			await expect.poll(rows, { timeout: 10_000 }).toBe(0);
			const after = await weigh(cast.server);
			expect(after.connections).toBeLessThanOrEqual(before.connections + 1);
			expect(after.held / before.held).toBeLessThan(1.1);
			note(`R12 come and gone, ${provider}`, {
				visits,
				'MB held before': inMegabytes(before.held),
				'MB held after': inMegabytes(after.held),
				'resident MB before': inMegabytes(before.rss),
				'resident MB after': inMegabytes(after.rss),
				'streams left': 0
			});
		}
	);

	const bearer = () => ({ authorization: `Bearer ${secret}` });
	const rows = () => cast.database.reader.stream.count();
	const told = (reader: ReturnType<typeof listenTo>) =>
		reader.changes().filter(({ data }) => data.kind === 'item.added').length;

	async function addItems(count: number): Promise<void> {
		const uid = await cast.write((given) => given.list(cast.ada.uid));
		const items = Array.from({ length: count }, (_, index) => ({ label: `item ${index}` }));
		const { status } = await cast.bearer(secret).post(`/lists/${uid}/items:batch`, { items });
		expect(status).toBe(200);
	}

	/** Opens a stream, reads the beginning of the answer, and never reads again. */
	async function listenAndReadNothing(): Promise<Socket> {
		const socket = ask(cast, '/api/v1/events', bearer());
		await once(socket, 'readable');
		expect(String(socket.read(12))).toBe('HTTP/1.1 200');
		return socket;
	}

	/** Visitors, and one member in twenty, open streams and close them; some leave before they are answered. */
	async function comeAndGo(times: number): Promise<void> {
		let left = times;
		const visitor = async () => {
			while (left > 0) {
				left -= 1;
				const [path, headers] =
					left % 20 === 0
						? (['/api/v1/events', bearer()] as const)
						: (['/api/v1/public-list/events', {}] as const);
				const request = get(cast.origin + path, { headers, agent: false });
				request.on('error', () => {});
				const gone = new Promise((resolve) => request.once('close', resolve));
				if (left % 7 === 0) setTimeout(() => request.destroy(), Math.random() * 10);
				else request.once('response', () => request.destroy());
				await gone;
			}
		};
		await Promise.all(Array.from({ length: visitors }, visitor));
	}
});

const answerOf = async (request: ClientRequest): Promise<IncomingMessage> =>
	(await once(request, 'response'))[0];

/** Sends a request, and leaves the answer to its caller to read. */
function ask({ origin }: Cast, path: string, headers: Record<string, string> = {}): Socket {
	const { hostname, port, host } = new URL(origin);
	const socket = connect(Number(port), hostname);
	socket.on('error', () => {});
	const lines = Object.entries({ host, ...headers }).map(
		([name, value]) => `${name}: ${value}\r\n`
	);
	socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
	return socket;
}

const inMegabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10;
