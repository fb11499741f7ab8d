import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, Database } from '../../src/lib/server/data/client.ts';
import { purgedAfterMs } from '../../src/lib/server/kernel/trash-period.ts';
import { schedulePurges, purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { newRows } from '../support/household.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const [second, minute, day] = [1000, 60_000, 86_400_000];
const start = new Date('2026-11-20T09:00:00.000Z');

/** A kind of row that expires: how long it is kept, how to put one in at `start`, and how to count them. */
type Kept = {
	lasts: number;
	put: (database: Database, memberUid: string) => Promise<unknown>;
	count: (database: Database) => Promise<number>;
};

const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const fill =
	(put: (rows: ReturnType<typeof newRows>, memberUid: string) => unknown) =>
	async (database: Database, memberUid: string) => {
		const rows = newRows(start);
		put(rows, memberUid);
		await rows.write(database);
	};

const kinds: Record<string, Kept> = {
	'a deleted item': {
		lasts: purgedAfterMs,
		put: fill((rows, ada) => rows.item(rows.list(ada), { deletedAt: start })),
		count: ({ reader }) => reader.item.count()
	},
	'a deleted list with its items': {
		lasts: purgedAfterMs,
		put: fill((rows, ada) => rows.item(rows.list(ada, { deletedAt: start }))),
		count: async ({ reader }) => (await reader.item.count()) * (await reader.list.count())
	},
	'a Change': {
		lasts: 30 * day,
		put: ({ writer }) => writer.change.create({ data: { kind: 'members.changed', at: start } }),
		count: ({ reader }) => reader.change.count()
	},
	'a browser session': {
		lasts: 7 * day,
		put: fill((rows, ada) => rows.session(ada, { expiresAt: later(7 * day) })),
		count: ({ reader }) => reader.session.count({ where: { device: 'a test' } })
	},
	'a pair’s access token': {
		lasts: day,
		put: async ({ writer }, memberUid) => {
			await writer.pair.create({ data: { uid: 'fam_1', memberUid, createdAt: start } });
			await writer.pairAccessToken.create({
				data: { hash: 'a', pairUid: 'fam_1', expiresAt: later(day) }
			});
			await writer.refreshToken.create({
				data: {
					hash: 'r',
					pairUid: 'fam_1',
					createdAt: start,
					expiresAt: later(90 * day),
					salt: ''
				}
			});
		},
		count: ({ reader }) => reader.pairAccessToken.count()
	},
	'a pair, with its last refresh token,': {
		lasts: 30 * day,
		put: async ({ writer }, memberUid) => {
			await writer.pair.create({ data: { uid: 'fam_2', memberUid, createdAt: start } });
			await writer.refreshToken.create({
				data: {
					hash: 's',
					pairUid: 'fam_2',
					createdAt: start,
					expiresAt: later(30 * day),
					salt: ''
				}
			});
		},
		count: async ({ reader }) => (await reader.pair.count()) + (await reader.refreshToken.count())
	},
	'a wrong password': {
		lasts: 60 * minute,
		put: ({ writer }) => writer.attempt.create({ data: { uid: 'try_1', bucket: 'b', at: start } }),
		count: ({ reader }) => reader.attempt.count()
	},
	'a first answer': {
		lasts: 7 * day,
		put: ({ writer }) =>
			writer.idempotencyKey.create({
				data: { caller: 'c', key: 'k', request: '', output: '{}', listUids: '[]', createdAt: start }
			}),
		count: ({ reader }) => reader.idempotencyKey.count()
	},
	'a request to join': {
		lasts: 90 * day,
		put: fill((rows) => rows.joinRequest()),
		count: ({ reader }) => reader.joinRequest.count()
	},
	'a request for a new password': {
		lasts: 90 * day,
		put: fill((rows, ada) => rows.resetRequest(ada)),
		count: ({ reader }) => reader.resetRequest.count()
	},
	'Activity, read or not': {
		lasts: 90 * day,
		put: ({ writer }, memberUid) =>
			writer.activity.createMany({
				data: [start, null].map((readAt) => ({
					uid: `act_${String(readAt)}`,
					memberUid,
					kind: 'ACTIVITY_KIND_LIST_SHARED',
					text: '',
					createdAt: start,
					readAt
				}))
			}),
		count: ({ reader }) => reader.activity.count()
	}
};

describe.each(providers)('retention on %s', (provider) => {
	let world: World;
	let memberUid: string;
	beforeAll(async () => void (world = await openWorld(provider)));
	beforeEach(async () => {
		const { writer } = world.database;
		world.setClock(start);
		await writer.member.deleteMany();
		await writer.change.deleteMany();
		await writer.attempt.deleteMany();
		await writer.idempotencyKey.deleteMany();
		await writer.joinRequest.deleteMany();
		memberUid = (await world.member('Ada')).member.uid;
	});
	afterAll(() => world.close());

	const purgeAt = async (milliseconds: number) => {
		world.setClock(later(milliseconds));
		await purgeExpired(world.household);
	};

	it.each(Object.entries(kinds))(
		'removes %s when it should, and not a second earlier',
		async (_kind, { lasts, put, count }) => {
			await put(world.database, memberUid);
			const there = await count(world.database);
			expect(there).toBeGreaterThan(0);
			await purgeAt(lasts - second);
			expect(await count(world.database)).toBe(there);
			await purgeAt(lasts + second);
			expect(await count(world.database)).toBe(0);
		}
	);

	it('never removes what has not expired: lists, items, members, sessions in use', async () => {
		await fill((rows, ada) => {
			rows.item(rows.list(ada, { archivedAt: start }), { doneAt: start });
			rows.group('kids', [ada]);
			rows.token(ada);
			rows.session(ada, { expiresAt: later(4000 * day) });
		})(world.database, memberUid);
		const { reader } = world.database;
		await purgeAt(3000 * day);
		const lists = [await reader.list.count(), await reader.item.count()];
		const people = [await reader.member.count(), await reader.group.count()];
		const credentials = [
			await reader.session.count({ where: { device: 'a test' } }),
			await reader.accessToken.count()
		];
		expect({ lists, people, credentials }).toEqual({
			lists: [1, 1],
			people: [1, 1],
			credentials: [1, 1]
		});
	});

	it('keeps the Changes of thirty days, also where the clock was wrong for a while', async () => {
		const { writer, reader } = world.database;
		const told = async (...times: Date[]) => {
			for (const at of times) await writer.change.create({ data: { kind: 'pin.changed', at } });
		};
		await told(later(-31 * day), later(-day));
		await told(new Date(0), later(-minute), new Date('2100-01-01'), start);
		await purgeAt(0);
		expect(await reader.change.count()).toBe(5);
		await purgeAt(30 * day + second);
		expect(await reader.change.count()).toBe(0);
	});

	it('runs in batches that are committed separately, so that no writer waits for long', async () => {
		await fill((rows, ada) => {
			const list = rows.list(ada, { deletedAt: start });
			const kept = rows.list(ada);
			for (let number = 0; number < 1100; number++) rows.item(list);
			for (let number = 0; number < 501; number++) rows.item(kept, { deletedAt: start });
			rows.item(kept);
		})(world.database, memberUid);
		await world.database.writer.change.createMany({
			data: Array.from({ length: 1200 }, () => ({ kind: 'members.changed', at: start }))
		});
		const sent = { caller: 'c', request: '', output: '{}', listUids: '[]', createdAt: start };
		await world.database.writer.idempotencyKey.createMany({
			data: Array.from({ length: 501 }, (_, key) => ({ ...sent, key: `${key}` }))
		});
		world.setClock(later(31 * day));
		const removed: number[] = [];
		await purgeExpired({ ...world.household, database: countingRows(world.database, removed) });
		expect(removed.filter((count) => count > 0)).toEqual([500, 1, 500, 500, 100, 500, 1]);
		expect(await world.database.reader.item.count()).toBe(1);
		expect(await world.database.reader.idempotencyKey.count()).toBe(0);
		expect(await world.database.reader.change.count({ where: { at: start } })).toBe(0);
	});

	it('does not believe a clock that is far ahead because somebody has changed something by it', async () => {
		const { database, household } = world;
		await fill((rows, ada) => rows.item(rows.list(ada), { deletedAt: start }))(database, memberUid);
		await database.writer.change.create({ data: { kind: 'members.changed', at: start } });
		await database.writer.attempt.create({ data: { uid: 'try_4', bucket: 'b', at: start } });
		world.setClock(later(400 * day));
		const end = await schedulePurges(household, { firstMs: 500, everyMs: day });
		await database.writer.change.create({ data: { kind: 'members.changed', at: world.now() } });
		await expect.poll(() => database.reader.attempt.count(), { timeout: 10_000 }).toBe(0);
		end();
		expect(await database.reader.item.count()).toBe(1);
	});

	it('believes a clock that is far ahead by one more day at each purge', async () => {
		const { database, household } = world;
		const put = fill((rows, ada) => rows.item(rows.list(ada), { deletedAt: start }));
		await put(database, memberUid);
		await database.writer.change.create({
			data: { kind: 'members.changed', at: later(28.5 * day) }
		});
		await database.writer.attempt.createMany({
			data: [
				{ uid: 'try_2', bucket: 'b', at: start },
				{ uid: 'try_6', bucket: 'b', at: later(30 * day) }
			]
		});
		world.setClock(later(400 * day));
		const end = await schedulePurges(household, { firstMs: 1, everyMs: 2000 });
		const attempts = () => database.reader.attempt.count();
		await expect.poll(attempts, { timeout: 10_000 }).toBe(1);
		expect(await database.reader.item.count(), 'of 29.5 days').toBe(1);
		// After its items and Changes: a purge that still runs would remove those of the next test.
		await expect.poll(attempts, { timeout: 10_000 }).toBe(0);
		expect(await database.reader.item.count()).toBe(0);
		expect(await database.reader.change.count(), 'of two days').toBe(1);
		end();
	});

	it('keeps the Changes of thirty days also by a clock that is a year behind', async () => {
		const { database, household } = world;
		for (const kind of ['members.changed', 'pin.changed'])
			await database.writer.change.create({ data: { kind, at: start } });
		await database.writer.attempt.create({
			data: { uid: 'try_5', bucket: 'b', at: later(-400 * day) }
		});
		world.setClock(later(-365 * day));
		const end = await schedulePurges(household, { firstMs: 500, everyMs: day });
		await database.writer.change.create({ data: { kind: 'pin.changed', at: world.now() } });
		const attempts = () => database.reader.attempt.count();
		await expect.poll(attempts, { timeout: 10_000 }).toBe(0);
		end();
		expect(await database.reader.change.count()).toBe(3);
	});

	it('removes Changes of a clock that was ahead at last, so that the outbox does not grow for ever', async () => {
		const { database, household } = world;
		for (const at of [later(5 * day), later(-40 * day), later(5 * day)])
			await database.writer.change.create({ data: { kind: 'pin.changed', at } });
		const end = await schedulePurges(household, { firstMs: 1, everyMs: 50 });
		await expect.poll(() => database.reader.change.count(), { timeout: 10_000 }).toBe(0);
		end();
	});

	it('keeps the Changes of today while it believes that it is an earlier day', async () => {
		const { database, household } = world;
		await database.writer.change.create({ data: { kind: 'members.changed', at: start } });
		world.setClock(later(60 * day));
		await database.writer.attempt.create({
			data: { uid: 'try_3', bucket: 'b', at: start }
		});
		const end = await schedulePurges(household, { firstMs: 1, everyMs: 50 });
		const attempts = () => database.reader.attempt.count();
		await expect.poll(attempts, { timeout: 10_000 }).toBe(0);
		await database.writer.change.create({ data: { kind: 'members.changed', at: world.now() } });
		const ofThen = () => database.reader.change.count({ where: { at: start } });
		await expect.poll(ofThen, { timeout: 20_000 }).toBe(0);
		end();
		expect(await database.reader.change.count()).toBe(1);
	});

	it('runs soon after the start, and repeats until it is ended', async () => {
		const { database, household } = world;
		const put = () =>
			database.writer.attempt.create({
				data: { uid: crypto.randomUUID(), bucket: 'b', at: start }
			});
		const left = () => database.reader.attempt.count();
		world.setClock(later(31 * day));
		await put();
		// Each purge reads the clock once when it begins. A purge that is running at the end may finish later.
		let begun = 0;
		const counted = { ...household, clock: () => ((begun += 1), household.clock()) };
		const purged = () => expect.poll(left, { timeout: 10_000 }).toBe(0);
		const endFirst = await schedulePurges(counted, { firstMs: 20, everyMs: day });
		// A purge of the test before may still run, and remove the attempt first.
		await expect.poll(() => begun, { timeout: 10_000 }).toBe(1);
		await purged();
		const endOthers = await schedulePurges(counted, { firstMs: day, everyMs: 20 });
		await put();
		await purged();
		await expect.poll(() => begun, { timeout: 10_000 }).toBeGreaterThan(2);
		endFirst();
		endOthers();
		const atTheEnd = begun;
		await pause(100);
		expect(begun).toBe(atTheEnd);
	});
});

/** A database that records how many items and answers each transaction removed. */
function countingRows(database: Database, removed: number[]): Database {
	const { writer } = database;
	const rowsIn = async (db: Connection) =>
		(await db.item.count()) + (await db.idempotencyKey.count());
	const transaction = (
		work: (db: Connection) => Promise<unknown>,
		options?: { maxWait?: number; timeout?: number }
	) =>
		writer.$transaction(async (db) => {
			const before = await rowsIn(db);
			const answer = await work(db);
			removed.push(before - (await rowsIn(db)));
			return answer;
		}, options);
	const get = (target: typeof writer, name: string | symbol): unknown =>
		name === '$transaction' ? transaction : Reflect.get(target, name);
	return { ...database, writer: new Proxy(writer, { get }) };
}
