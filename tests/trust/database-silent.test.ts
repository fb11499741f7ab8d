// R4: a Postgres that neither answers nor refuses: it is paused, or packets get lost, and TCP alone would wait for a quarter of an
// hour. Every caller is told in time. When it is over, all goes on by itself; nothing is lost and nothing is done twice.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockLists } from '../../src/lib/server/data/locks.ts';
import { holdCommits } from '../../src/lib/server/data/commit-lock.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { isLong, note } from '../support/figures.ts';
import { addItemUntilAnswered, type Retried } from '../support/retrying-client.ts';
import { listenTo } from '../support/listener.ts';
import { setUpHousehold } from '../support/load.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { openPostgresProxy } from '../support/postgres-proxy.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { lookInto } from '../support/sql.ts';

/** In milliseconds: how late an answer may be, how soon everything works again, and how long Postgres is silent. */
const atMost = 6000;
const backWithin = 5000;
const silent = isLong ? 35_000 : 9000;
const writers = 24;
const readers = 8;

describe('a Postgres that says nothing', () => {
	let postgres: Postgres;
	let proxy: Awaited<ReturnType<typeof openPostgresProxy>>;
	let server: RunningServer;
	/** Another server on the same database, connected without the proxy. */
	let neighbour: RunningServer;

	beforeAll(async () => {
		postgres = await startPostgres();
		proxy = await openPostgresProxy(postgres.url);
		server = await startServer({ databaseUrl: proxy.url });
		neighbour = await startServer({ databaseUrl: postgres.url });
	});
	afterAll(async () => {
		await postgres?.resume();
		await server?.stop();
		await neighbour?.stop();
		proxy?.cut();
		await postgres?.stop();
	});

	const troubles: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
		['because it is paused', () => postgres.pause(), () => postgres.resume()],
		['because packets get lost', () => proxy.swallow(), () => proxy.mend()]
	];

	it.each(troubles)(
		'%s, is reported in time, and the server recovers when it is over',
		async (what, begin, end) => {
			const household = await movedIn();
			const auth = { authorization: `Bearer ${household.token}` };
			const stream = listenTo(server.origin, '/api/v1/events', auth);
			await expect.poll(stream.status).toBe(200);
			const retried: Retried[] = [];
			const reads: { status: number; took: number; at: number }[] = [];
			let over = false;
			const write = async (name: number) => {
				for (let serial = 0; !over; serial += 1) {
					const key = `${slug(what)}-${name}-${serial}`;
					retried.push(await addItemUntilAnswered(household, household.hallUid, key, 50));
				}
			};
			const read = async () => {
				for (; !over; await pause(20)) {
					const begun = performance.now();
					const { status } = await fetch(
						`${server.origin}/api/v1/lists/${household.hallUid}/shares`,
						{ headers: auth }
					);
					const at = performance.now();
					reads.push({ status, took: at - begun, at });
				}
			};
			const work = Promise.all([
				...Array.from({ length: writers }, (_, name) => write(name)),
				...Array.from({ length: readers }, read)
			]);
			await pause(300);
			await begin();
			const begun = performance.now();
			await pause(1000);
			const ready = await fetch(`${server.origin}/readyz`);
			await pause(silent - (performance.now() - begun));
			await end();
			const ended = performance.now();
			await pause(backWithin + 1000);
			over = true;
			await work;

			expect(ready.status).toBe(503);
			const tries = retried.flatMap((one) => one.tries);
			const longest = (all: { took: number }[]) => Math.max(...all.map(({ took }) => took));
			expect(longest(tries)).toBeLessThan(atMost);
			expect(longest(reads)).toBeLessThan(atMost);
			expect(reads.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
			expect(tries.filter(({ status }) => status === 503).length).toBeGreaterThan(writers);
			const backAfter = Math.max(
				...['write', 'read'].map((kind) => {
					const done = kind === 'write' ? retried : reads.filter(({ status }) => status === 200);
					return Math.min(...done.map(({ at }) => at).filter((at) => at > ended)) - ended;
				})
			);
			expect(backAfter).toBeLessThan(backWithin);
			const lastRefusal = reads.findLast(({ status }) => status === 503)?.at ?? ended;
			expect(lastRefusal - ended).toBeLessThan(backWithin);
			const look = await lookInto(postgres.url);
			const rows = await look.rows(
				`SELECT "uid", "label" FROM "Item" WHERE "label" LIKE '${slug(what)}-%'`
			);
			await look.close();
			expect(rows.map(({ uid }) => uid).sort()).toEqual(
				retried.map(({ body }) => body.item.uid).sort()
			);
			expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
			await hearsTheNeighbour();
			stream.cut();
			note(`R4 Postgres silent ${what}`, {
				'silent ms': silent,
				'carried out': retried.length,
				refused: tries.filter(({ status }) => status === 503).length,
				'longest write ms': Math.round(longest(tries)),
				'longest read ms': Math.round(longest(reads)),
				'back after ms': Math.round(backAfter),
				lost: 0,
				doubled: 0
			});

			/** Checks that changes by the other server reach streams of this one, so its LISTEN connection works again too. */
			async function hearsTheNeighbour(): Promise<void> {
				const last = stream.lastId();
				const elsewhere = { ...household, origin: neighbour.origin };
				const { body } = await addItemUntilAnswered(
					elsewhere,
					household.hallUid,
					`${slug(what)}:elsewhere`
				);
				const again = listenTo(server.origin, '/api/v1/events', auth, last);
				await expect
					.poll(() => again.changes().some(({ data }) => data.itemUid === body.item.uid), {
						timeout: 10_000
					})
					.toBe(true);
				const { body: next } = await addItemUntilAnswered(
					elsewhere,
					household.hallUid,
					`${slug(what)}:at-once`
				);
				await expect
					.poll(() => again.changes().some(({ data }) => data.itemUid === next.item.uid), {
						timeout: 2000
					})
					.toBe(true);
				again.cut();
			}
		},
		silent + 90_000
	);

	it(
		'ends the transaction of a machine that lost its power before writers elsewhere are refused',
		{ timeout: 60_000 },
		async () => {
			const household = await movedIn();
			const line = await openPostgresProxy(postgres.url);
			const database = await openDatabase(line.url);
			const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const lost = inTransaction(database, async (db) => {
				const unit = { db, dialect: database.dialect, held: new Set<string>() };
				await lockLists(unit, { listUids: [household.hallUid] });
				await holdCommits(unit);
				locked.resolve();
				await over.promise;
			}).catch(() => 'lost');
			await locked.promise;
			line.vanish();
			const begun = performance.now();
			const elsewhere = { ...household, origin: neighbour.origin };
			const { tries } = await addItemUntilAnswered(elsewhere, household.hallUid, 'x');
			const waited = performance.now() - begun;
			expect(tries.map(({ status }) => status)).toEqual([200]);
			line.cut();
			over.resolve();
			expect(await lost).toBe('lost');
			await database.close();
			note('R4 a node vanished in a transaction', { 'list free after ms': Math.round(waited) });
		}
	);

	let moved: ReturnType<typeof setUpHousehold> | undefined;
	const movedIn = () => (moved ??= setUpHousehold(server.origin));
});

/** As a part of an idempotency key. */
const slug = (words: string): string => words.replaceAll(' ', '-');
