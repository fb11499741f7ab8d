// R4: another program holds a lock on the database for a while, or Postgres restarts again and again. Reads go on. Each write
// is carried out or refused within its time limit, and retries with an idempotency key lose nothing and do nothing twice.
import Sqlite from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providers } from '../support/world.ts';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import {
	addItemUntilAnswered,
	type ServerAccess,
	type Retried
} from '../support/retrying-client.ts';
import { setUpHousehold, newList } from '../support/load.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { lookInto } from '../support/sql.ts';

/** In milliseconds: how long a write may take to be answered, and how soon writes succeed again. */
const atMost = 6000;
const backWithin = 5000;
const writers = 16;

/** How long the lock is held, in milliseconds. The last of these is longer than a writer waits. */
const held = isLong ? [1000, 4000, 8000] : [1000, 6000];
const patience = 5000;

describe.each(providers)('a database on %s that another program has locked', (provider) => {
	let cast: Cast;
	let access: ServerAccess;
	let listUid: string;

	beforeAll(async () => {
		cast = await openCast(provider);
		const made = await cast.write((rows) => ({
			listUid: rows.list(cast.ada.uid),
			token: rows.token(cast.ada.uid).secret
		}));
		listUid = made.listUid;
		access = { origin: cast.origin, token: made.token };
		await addItemUntilAnswered(access, listUid, 'warm');
	});
	afterAll(() => cast.close());

	it.each(held)(
		`for %i ms is read all the same; each write waits ${patience} ms at most, and happens once when it is retried`,
		{ timeout: 60_000 },
		async (time) => {
			const lastUsedAt = new Date(Date.now() - 20 * 60_000);
			const session = await cast.write((rows) => rows.session(cast.ada.uid, { lastUsedAt }));
			const release = await hold(cast.server.databaseUrl);
			let over = false;
			const begun = performance.now();
			const writes = Promise.all(
				Array.from({ length: writers }, (_, index) =>
					addItemUntilAnswered(access, listUid, `${time}-${index}`)
				)
			);
			const [retried, reads, released] = await Promise.all([
				writes.finally(() => (over = true)),
				readUntil(session, () => over),
				pause(time)
					.then(release)
					.then(() => performance.now())
			]);
			const tries = retried.flatMap((one) => one.tries);
			const refused = tries.filter(({ status }) => status === 503);
			const longestRead = Math.max(...reads);

			expect(tries.filter(({ status }) => status === 0)).toEqual([]);
			expect(refused.length > 0).toBe(time > patience);
			for (const { said } of refused) expect(said).toMatch(/Nothing was changed\. Try again/);
			expect(Math.max(...tries.map(({ took }) => took))).toBeLessThan(atMost);
			expect(Math.max(...retried.map(({ at }) => at)) - released).toBeLessThan(backWithin);
			// A reader that waited for the lock as writers do would take `patience`; half of that is the limit.
			expect(longestRead).toBeLessThan(patience / 2);
			expect(await timesOf(retried)).toEqual(Array(writers).fill(1));
			note(`R4 held for ${time} ms, ${provider}`, {
				writes: writers,
				refused: refused.length,
				'longest answer ms': Math.round(Math.max(...tries.map(({ took }) => took))),
				'longest read ms': Math.round(longestRead),
				reads: reads.length,
				'back after ms': Math.round(Math.max(...retried.map(({ at }) => at)) - released),
				'whole ms': Math.round(performance.now() - begun),
				lost: 0,
				doubled: 0
			});
		}
	);

	/** How long each read took: a list with an access token, a list with a session that is due for renewal, and a probe. */
	async function readUntil(session: string, isOver: () => boolean): Promise<number[]> {
		const took: number[] = [];
		const list = `/api/v1/lists/${listUid}`;
		const reads: [string, Record<string, string>][] = [
			[list, { authorization: `Bearer ${access.token}` }],
			[list, { cookie: `hearth_session=${session}` }],
			['/healthz', {}]
		];
		await Promise.all(
			reads.map(async ([path, headers]) => {
				for (; !isOver(); await pause(20)) {
					const begun = performance.now();
					const { status } = await fetch(access.origin + path, { headers });
					took.push(performance.now() - begun);
					expect(status).toBe(200);
				}
			})
		);
		return took;
	}

	/** How many items there are for each key. */
	async function timesOf(retried: Retried[]): Promise<number[]> {
		const rows = await cast.database.reader.item.findMany({ where: { listUid } });
		return retried.map(
			({ body }) => rows.filter(({ label }) => label === labelOf(body.item.uid)).length
		);
		function labelOf(uid: string) {
			return rows.find((row) => row.uid === uid)?.label;
		}
	}
});

/** Takes a lock that blocks writes but not reads, as a backup or an administrator may. Returns the function that releases it. */
async function hold(databaseUrl: string): Promise<() => Promise<void>> {
	if (databaseUrl.startsWith('file:')) {
		const file = new Sqlite(databaseUrl.slice('file:'.length));
		file.exec('BEGIN IMMEDIATE');
		return async () => void file.close();
	}
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	await client.query('BEGIN; LOCK TABLE "List", "Item", "Change" IN EXCLUSIVE MODE');
	return () => client.end();
}

describe('a Postgres that is restarted again and again', () => {
	const restarts = isLong ? 6 : 2;
	const every = isLong ? 10_000 : 500;
	let postgres: Postgres;
	let server: RunningServer;

	beforeAll(async () => {
		postgres = await startPostgres();
		server = await startServer({ databaseUrl: postgres.url });
	});
	afterAll(async () => {
		await server?.stop();
		await postgres?.stop();
	});

	it(
		'loses no write that was sent meanwhile and does nothing twice',
		{ timeout: restarts * (every + 30_000) },
		async () => {
			const household = await setUpHousehold(server.origin);
			// Two writers share a list. A list takes 10,000 items at most; all writers together would fill one in a minute.
			const listUids = await Promise.all(
				Array.from({ length: writers / 2 }, () => newList(household))
			);
			const retried: Retried[] = [];
			let over = false;
			const client = async (name: number) => {
				const listUid = listUids[name % listUids.length] ?? '';
				for (let serial = 0; !over; serial += 1)
					retried.push(await addItemUntilAnswered(household, listUid, `${name}-${serial}`, 50));
			};
			const back: number[] = [];
			const startAnew = async () => {
				for (let round = 0; round < restarts; round += 1) {
					await pause(every);
					await (round % 2 === 0 ? postgres.restart() : postgres.crash());
					const [up, done] = [performance.now(), retried.length];
					await expect
						.poll(() => retried.length, { timeout: 15_000, interval: 10 })
						.toBeGreaterThan(done);
					back.push((retried[done]?.at ?? Infinity) - up);
				}
			};
			await Promise.all([
				startAnew().finally(() => (over = true)),
				...Array.from({ length: writers }, (_, name) => client(name))
			]);

			const look = await lookInto(server.databaseUrl);
			const rows = await look.rows('SELECT "uid", "label" FROM "Item"');
			await look.close();
			const tries = retried.flatMap((one) => one.tries);
			const refused = tries.filter(({ status }) => status === 503).length;
			const longest = Math.max(...tries.map(({ took }) => took));
			expect(rows.map(({ uid }) => uid).sort()).toEqual(
				retried.map(({ body }) => body.item.uid).sort()
			);
			expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
			expect(refused).toBeGreaterThan(0);
			expect(longest).toBeLessThan(atMost);
			expect(Math.max(...back)).toBeLessThan(backWithin);
			note('R4 Postgres started anew', {
				restarts,
				writes: retried.length,
				refused,
				'longest answer ms': Math.round(longest),
				'back after ms, at most': Math.round(Math.max(...back)),
				lost: 0,
				doubled: 0
			});
		}
	);
});
