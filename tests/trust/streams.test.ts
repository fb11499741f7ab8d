// R7, R8 and R9: each change reaches every listener who may see it, once and in order, through cut connections and restarts.
// Nothing reaches a listener after their access has ended.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { listenTo, type Listener } from '../support/listener.ts';
import { startServer } from '../support/server.ts';

describe.each<Provider>(['sqlite', 'postgresql'])('streams on %s', (provider) => {
	let cast: Cast;
	let secret: string;
	let bearer: Record<string, string>;

	beforeAll(async () => {
		cast = await openCast(provider);
		secret = await cast.write(
			(rows) => rows.token(cast.ada.uid, { abilities: ['read', 'write', 'delete'] }).secret
		);
		bearer = { authorization: `Bearer ${secret}` };
	});
	afterAll(() => cast.close());

	it(
		'tell every change once and in order, however often the connection is cut',
		{ timeout: isLong ? 120_000 : 20_000 },
		async () => {
			const listUid = await list();
			const rounds = isLong ? 60 : 8;
			let listener = listenTo(cast.origin, '/api/v1/events', bearer);
			await expect.poll(() => listener.status()).toBe(200);
			const heard: Listener['heard'] = [];
			const added: unknown[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const adding = Promise.all(
					Array.from({ length: 5 }, (_, index) => add(listUid, `${round} ${index}`))
				);
				await pause(Math.random() * 60);
				const last =
					listener.lastId() || String(heard.findLast(({ id }) => id !== undefined)?.id ?? '');
				listener.cut();
				heard.push(...listener.heard);
				listener = listenTo(cast.origin, '/api/v1/events', bearer, last || '0');
				added.push(...(await adding));
			}
			const all = () => [...heard, ...listener.heard];
			const told = () =>
				all().filter(({ data }) => data.kind === 'item.added' && data.listUid === listUid);
			await expect.poll(() => told().length, { timeout: 10_000 }).toBe(added.length);
			expect(new Set(told().map(({ data }) => data.itemUid))).toEqual(new Set(added));
			const numbers = all().flatMap(({ id, event }) => (event === 'change' ? [id ?? 0] : []));
			expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
			listener.cut();
			note(`R7 cut lines, ${provider}`, {
				changes: added.length,
				cuts: rounds,
				missing: 0,
				foreign: 0
			});
		}
	);

	it('replay after a restart what was missed while the server was down', async () => {
		const listUid = await list();
		const first = listenTo(cast.origin, '/api/v1/events', bearer);
		await expect.poll(() => first.status()).toBe(200);
		const itemUid = await add(listUid, 'before');
		await expect
			.poll(() => first.changes().some(({ data }) => data.itemUid === itemUid))
			.toBe(true);
		await cast.server.restart();
		const missed = await add(listUid, 'meanwhile');
		const again = listenTo(cast.origin, '/api/v1/events', bearer, first.lastId());
		await expect.poll(() => again.changes().map(({ data }) => data.itemUid)).toEqual([missed]);
		again.cut();
	});

	it('end within a second when the session, the token or the share ends, and a replay shows nothing later', async () => {
		const listUid = await list();
		await cast.ada.put(`/lists/${listUid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit: true });
		const ben = await cast.write((rows) => ({
			session: rows.session(cast.ben.uid),
			token: rows.token(cast.ben.uid, { abilities: ['read'] })
		}));
		const asBen = { cookie: `hearth_session=${ben.session}` };
		const listeners = [
			listenTo(cast.origin, `/api/v1/events?listUid=${listUid}`, asBen),
			listenTo(cast.origin, `/api/v1/events?listUid=${listUid}`, {
				authorization: `Bearer ${ben.token.secret}`
			})
		];
		for (const listener of listeners) await expect.poll(() => listener.status()).toBe(200);
		await add(listUid, 'seen');
		for (const listener of listeners)
			await expect.poll(() => listener.changes().length).toBeGreaterThan(0);
		const last = listeners[0]?.lastId();
		await cast.ada.put(`/lists/${listUid}/sharing`, { sharing: 'SHARING_PRIVATE' });
		const withdrawn = Date.now();
		const itemUid = await add(listUid, 'unseen');
		await expect
			.poll(() => listeners.every((listener) => listener.closed()), { timeout: 2000, interval: 20 })
			.toBe(true);
		note(`R8 withdrawn, ${provider}`, { 'closed after ms': Date.now() - withdrawn });
		const replay = listenTo(cast.origin, '/api/v1/events', asBen, last);
		await expect.poll(() => replay.status()).toBe(200);
		await pause(300);
		const told = [...listeners, replay].flatMap((listener) =>
			listener.changes().map(({ data }) => data.itemUid)
		);
		expect(told).not.toContain(itemUid);
		replay.cut();
	});

	it('of one member are limited to twenty: the twenty-first closes the oldest', async () => {
		const open: Listener[] = [];
		for (let index = 0; index < 21; index += 1) {
			const listener = listenTo(cast.origin, '/api/v1/events', bearer);
			await expect.poll(() => listener.status()).toBe(200);
			await expect.poll(() => rows()).toBeGreaterThan(Math.min(index, 19));
			open.push(listener);
		}
		await expect
			.poll(() => open.filter((listener) => listener.closed()).length, { timeout: 3000 })
			.toBe(1);
		expect(open[0]?.closed()).toBe(true);
		open.forEach((listener) => listener.cut());
		await expect.poll(rows, { timeout: 5000 }).toBe(0);
	});

	it('are closed at once by SIGTERM, while each write in flight ends whole or absent', async () => {
		const listUid = await list();
		const many = isLong ? 100 : 20;
		// A member may have 20 streams at most.
		const credentials = await cast.write((rows) =>
			Array.from({ length: many / 20 }, (_, index) => rows.session(rows.member(`Reader ${index}`)))
		);
		const open = Array.from({ length: many }, (_, index) =>
			listenTo(cast.origin, '/api/v1/events', {
				cookie: `hearth_session=${credentials[index % credentials.length]}`
			})
		);
		for (const listener of open) await expect.poll(() => listener.status()).toBe(200);
		const writes = Array.from({ length: 50 }, (_, index) =>
			add(listUid, `write ${index}`).catch(() => undefined)
		);
		const asked = Date.now();
		const gone = new Promise<number | null>((resolve) => cast.server.process.once('exit', resolve));
		cast.server.process.kill('SIGTERM');
		expect(await gone).toBe(0);
		expect(Date.now() - asked).toBeLessThan(3000);
		const acknowledged = (await Promise.all(writes)).filter((uid) => uid !== undefined);
		const kept = await cast.database.reader.item.findMany({
			where: { listUid },
			select: { uid: true }
		});
		expect(acknowledged.filter((uid) => !kept.some((item) => item.uid === uid))).toEqual([]);
		await cast.server.restart();
	});

	const rows = () => cast.database.reader.stream.count();

	async function list(): Promise<string> {
		const { body } = await cast.ada.post('/lists', { name: 'Groceries' });
		return (body as { list: { uid: string } }).list.uid;
	}

	async function add(listUid: string, label: string): Promise<string> {
		const { body } = await cast.bearer(secret).post(`/lists/${listUid}/items`, { label });
		return (body as { item: { uid: string } }).item.uid;
	}
});

describe('a second process', () => {
	it('refuses to start on the same SQLite file, in one line, and starts when the first has died', async () => {
		const first = await startServer();
		await expect(startServer({ databaseUrl: first.databaseUrl })).rejects.toThrow(
			/Hearth cannot start: another Hearth is running on .+\n?$/
		);
		await first.kill();
		const next = await startServer({ databaseUrl: first.databaseUrl });
		expect(await next.stop()).toBe(0);
		await first.stop();
	});
});
