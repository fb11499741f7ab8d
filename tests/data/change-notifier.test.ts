// The Postgres connection that listens for changes by other processes.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { logTo } from '../../src/lib/server/runtime/log.ts';
import { channel, postgresNotifier } from '../../src/lib/server/data/postgres/notifier.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openPostgresProxy } from '../support/postgres-proxy.ts';

const silentLog = logTo(() => {}, 'silent');
const logInto = (lines: string[]) => logTo((line) => lines.push(line), 'warn');
const saysSilent = expect.stringContaining('Postgres has said nothing for too long');

it('aborts an attempt to connect when it is closed', async () => {
	const open = new Set<Socket>();
	const silent = createServer((socket) => {
		open.add(socket.on('error', () => {}));
		socket.on('close', () => open.delete(socket)).resume();
	}).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const address = silent.address();
	const port = typeof address === 'object' ? address?.port : address;
	const notifier = postgresNotifier(`postgres://hearth:hearth@127.0.0.1:${port}/hearth`, silentLog);
	await expect.poll(() => open.size).toBe(1);
	await notifier.close();
	await expect.poll(() => open.size, { timeout: 1500 }).toBe(0);
	await pause(1000);
	expect(open.size).toBe(0);
	silent.close();
});

it('notices a connection that loses packets, and receives again when it is restored', async () => {
	const databaseUrl = await freshDatabase();
	const proxy = await openPostgresProxy(databaseUrl);
	const lines: string[] = [];
	const notifier = postgresNotifier(proxy.url, logInto(lines));
	let heard = 0;
	notifier.listen(() => void (heard += 1));
	await expect.poll(() => heard).toBe(1);
	const neighbour = new pg.Client({ connectionString: databaseUrl });
	await neighbour.connect();
	proxy.swallow();
	await neighbour.query(`NOTIFY ${channel}`);
	await pause(500);
	expect(heard).toBe(1);
	proxy.mend();
	await expect.poll(() => heard, { timeout: 15_000 }).toBeGreaterThan(1);
	expect(lines).toMatchObject([saysSilent]);
	const before = heard;
	await neighbour.query(`NOTIFY ${channel}`);
	await expect.poll(() => heard).toBeGreaterThan(before);
	await neighbour.end();
	await notifier.close();
	proxy.cut();
});

it('looks by itself while it has no connection, and logs that once, however often it tries', async () => {
	const databaseUrl = await freshDatabase();
	const proxy = await openPostgresProxy(databaseUrl);
	const lines: string[] = [];
	const notifier = postgresNotifier(proxy.url, logInto(lines));
	let heard = 0;
	notifier.listen(() => void (heard += 1));
	await expect.poll(() => heard).toBe(1);
	proxy.cut();
	await expect.poll(() => heard, { timeout: 8000 }).toBeGreaterThan(1);
	expect(lines).toMatchObject([expect.stringContaining('dropped; trying again')]);
	await notifier.close();
});

it('logs why it has no connection', async () => {
	const lines: string[] = [];
	const notifier = postgresNotifier(
		Object.assign(new URL(await freshDatabase()), { pathname: '/nobody' }).href,
		logInto(lines)
	);
	await expect.poll(() => lines).toMatchObject([expect.stringContaining('does not exist')]);
	await notifier.close();
});

describe('between two processes', () => {
	let databaseUrl: string;
	beforeAll(async () => void (databaseUrl = await freshDatabase()));

	it('a call by one is received once by both', async () => {
		const [one, other] = [await listening(databaseUrl), await listening(databaseUrl)];
		one.notifier.call();
		expect(one.heard()).toBe(1);
		await expect.poll(other.heard).toBe(1);
		await pause(200);
		expect([one.heard(), other.heard()]).toEqual([1, 1]);
		await Promise.all([one.notifier.close(), other.notifier.close()]);
	});

	it('many calls reach the other together, some ten milliseconds apart, the last one included', async () => {
		const [one, other] = [await listening(databaseUrl), await notified(databaseUrl)];
		const begun = performance.now();
		while (performance.now() - begun < 200) {
			one.notifier.call();
			await other.answer();
		}
		const before = other.times();
		expect(before).toBeGreaterThan(1);
		expect(before).toBeLessThan(2 + (performance.now() - begun) / 9);
		one.notifier.call();
		await expect.poll(other.times).toBeGreaterThan(before);
		await Promise.all([one.notifier.close(), other.end()]);
	});

	it('a call by one just before it closes is received by the other', async () => {
		const [one, other] = [await listening(databaseUrl), await notified(databaseUrl)];
		one.notifier.call();
		await one.notifier.close();
		await expect.poll(other.times).toBe(1);
		await other.end();
	});

	it('a call by one before it is connected is received by the other', async () => {
		const other = await notified(databaseUrl);
		const notifier = postgresNotifier(databaseUrl, silentLog);
		notifier.call();
		await notifier.close();
		await expect.poll(other.times).toBe(1);
		await other.end();
	});

	it('a call by one without a connection is received by the other once the connection is back', async () => {
		const proxy = await openPostgresProxy(databaseUrl);
		const lines: string[] = [];
		const one = await listening(proxy.url, logInto(lines));
		const other = await notified(databaseUrl);
		proxy.swallow();
		one.notifier.call();
		await pause(300);
		expect(other.times()).toBe(0);
		proxy.mend();
		await expect.poll(other.times, { timeout: 15_000 }).toBe(1);
		expect(lines).toMatchObject([saysSilent]);
		await one.notifier.close();
		await other.end();
		proxy.cut();
	});

	it('one polls by itself when nothing is received', async () => {
		const one = await listening(databaseUrl);
		await expect.poll(one.heard, { timeout: 8000 }).toBe(1);
		await one.notifier.close();
	});
});

/** A notifier that listens, and the number of calls that it has received since. */
async function listening(databaseUrl: string, log = silentLog) {
	const notifier = postgresNotifier(databaseUrl, log);
	let heard = 0;
	notifier.listen(() => void (heard += 1));
	await expect.poll(() => heard).toBe(1);
	heard = 0;
	return { notifier, heard: () => heard };
}

/** Counts the notifications on a plain connection, which never polls. */
async function notified(connectionString: string) {
	const client = new pg.Client({ connectionString });
	let times = 0;
	client.on('notification', () => void (times += 1));
	await client.connect();
	await client.query(`LISTEN ${channel}`);
	return {
		times: () => times,
		/** Waits for one answer of Postgres. */
		answer: () => client.query('SELECT 1'),
		end: () => client.end()
	};
}
