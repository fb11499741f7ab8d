// The connection that listens for changes of other processes.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { logTo } from '../../src/lib/server/runtime/log.ts';
import { channel } from '../../src/lib/server/data/change-notifier.ts';
import { postgresNotifier } from '../../src/lib/server/data/postgres-notifier.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openPostgresProxy } from '../support/postgres-proxy.ts';

const log = logTo(() => {}, 'silent');

it('ends an attempt to connect that is under way when it is closed', async () => {
	const open = new Set<Socket>();
	const silent = createServer((socket) => {
		open.add(socket.on('error', () => {}));
		socket.on('close', () => open.delete(socket)).resume();
	}).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const address = silent.address();
	const port = typeof address === 'object' ? address?.port : address;
	const notifier = postgresNotifier(`postgres://hearth:hearth@127.0.0.1:${port}/hearth`, log);
	await expect.poll(() => open.size).toBe(1);
	await notifier.close();
	await expect.poll(() => open.size, { timeout: 1500 }).toBe(0);
	await pause(1000);
	expect(open.size).toBe(0);
	silent.close();
});

it('notices a line on which packets get lost, and hears again when it is mended', async () => {
	const databaseUrl = await freshDatabase();
	const proxy = await openPostgresProxy(databaseUrl);
	const notifier = postgresNotifier(proxy.url, log);
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
	await expect.poll(() => heard, { timeout: 15_000 }).toBe(2);
	await neighbour.query(`NOTIFY ${channel}`);
	await expect.poll(() => heard).toBe(3);
	await neighbour.end();
	await notifier.close();
	proxy.cut();
});
