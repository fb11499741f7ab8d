// SQL reads go directly to the driver, with the same results as through the Prisma client.
import { ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { readerIn } from '../../src/lib/server/data/reader.ts';
import { cachingReads } from '../../src/lib/server/data/read-cache.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { tableOf } from '../support/table-name.ts';
import { openWorld, providers, type World } from '../support/world.ts';
import { moveIn } from '../support/fixture-household.ts';

describe.each(providers)('SQL on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
		await moveIn(world.database);
	});
	afterAll(() => world.close());

	it.each(Object.values(Prisma.ModelName))('reads %s as the client does', async (model) => {
		const { read, writer } = world.database;
		const all = sql`SELECT * FROM ${sql.raw(`"${tableOf(model)}"`)}`;
		const rows = await writer.$queryRaw<object[]>(all);
		expect(await read.query(all)).toEqual(rows);
	});

	it('accepts values of every kind, and returns counts, sums and NULL', async () => {
		const { read, reader, writer } = world.database;
		const moment = new Date('2026-11-20T09:00:00.000Z');
		for (const ask of [read, readerIn(reader), readerIn(writer)]) {
			const [row] = await ask.query<Record<string, unknown>>(sql`
				SELECT COUNT(*) AS "members", SUM(CASE WHEN "name" = ${'Ada'} THEN 1 ELSE 0 END) AS "adas", MAX("removedAt") AS "nothing",
					MAX("createdAt") AS "latest" FROM "Member"
				WHERE "createdAt" < ${moment} OR "mustChangePassword" = ${false} OR 3 > ${2} OR "name" = ${null}`);
			expect(Number(row?.members)).toBeGreaterThan(1);
			expect(Number(row?.adas)).toBe(1);
			expect(row?.nothing).toBeNull();
			expect(new Date(String(row?.latest)).getTime()).not.toBeNaN();
		}
	});

	it('reports the error of a query, and goes on', async () => {
		const { read } = world.database;
		await expect(read.query(sql`SELECT "nothing" FROM "Member"`)).rejects.toThrow();
		expect(await read.query(sql`SELECT 1 AS "one"`)).toHaveLength(1);
	});
});

describe('a statement of SQLite', () => {
	let world: World;
	beforeAll(async () => void (world = await openWorld('sqlite')));
	afterAll(() => world.close());

	it('is prepared once for all values, until five hundred others were prepared', async () => {
		const { read } = world.database;
		await read.query(sql`SELECT 1`);
		const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
		const echo = (value: string) => read.query(sql`SELECT ${value} AS "said"`);
		expect(await echo('one')).toEqual([{ said: 'one' }]);
		expect(await echo('two')).toEqual([{ said: 'two' }]);
		expect(prepare).toHaveBeenCalledTimes(1);
		for (let number = 0; number < 500; number += 1)
			await read.query(sql.raw(`SELECT ${number} AS "number"`));
		expect(await echo('three')).toEqual([{ said: 'three' }]);
		expect(prepare).toHaveBeenCalledTimes(502);
		prepare.mockRestore();
	});

	it('is prepared once for writes as well', async () => {
		const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
		const write = () =>
			world.database.writer.instance.updateMany({ where: { id: 1 }, data: { name: 'Mill Lane' } });
		await write();
		const first = prepare.mock.calls.length;
		await write();
		expect(first).toBeGreaterThan(0);
		expect(prepare).toHaveBeenCalledTimes(first);
		prepare.mockRestore();
	});
});

describe('a cached read of a SQLite file', () => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld('sqlite');
		await moveIn(world.database);
	});
	afterAll(() => world.close());

	it('is used until this or another process writes something', async () => {
		const { read, writer } = world.database;
		const file = new Sqlite(world.household.config.databaseUrl.slice('file:'.length));
		const nameOf = async () => {
			const [row] = await read.query<{ name: string }>(sql`SELECT "name" FROM "Instance"`);
			return row?.name;
		};
		const readings = vi.spyOn(Object.getPrototypeOf(file.prepare('SELECT 1')), 'all');
		await nameOf();
		expect(readings).toHaveBeenCalledTimes(1);
		await nameOf();
		expect(readings).toHaveBeenCalledTimes(1);
		readings.mockRestore();
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.constantFrom('ours', 'theirs', 'nobody'), fc.string()), {
					minLength: 1
				}),
				async (writes) => {
					for (const [whose, name] of writes) {
						const before = await nameOf();
						if (whose === 'ours') await writer.instance.updateMany({ data: { name } });
						if (whose === 'theirs') {
							file.prepare('UPDATE "Instance" SET "name" = ?').run(name);
							// A write by another process may be missed within the same turn of the event loop.
							await nextTurn();
						}
						expect(await nameOf()).toBe(whose === 'nobody' ? before : name);
					}
				}
			),
			{ numRuns: 30 }
		);
		file.close();
	});

	it('is the same frozen value for all readers', async () => {
		const { read } = world.database;
		const ask = () => read.query<{ name: string }>(sql`SELECT "name" FROM "Instance"`);
		const rows = await ask();
		expect(await ask()).toBe(rows);
		expect(() => Object.assign(rows, [{ name: 'another' }])).toThrow(TypeError);
		expect(() => Object.assign(rows[0] ?? {}, { name: 'another' })).toThrow(TypeError);
	});

	it('stays the same value where other rows have changed', async () => {
		const { read, writer } = world.database;
		const nameIn = (table: 'Instance' | 'Member') =>
			read.query<{ name: string }>(sql`SELECT "name" FROM ${sql.raw(`"${table}"`)}`);
		const [household, members] = [await nameIn('Instance'), await nameIn('Member')];
		await writer.instance.updateMany({ data: { name: 'another' } });
		expect(await nameIn('Member')).toBe(members);
		expect(await nameIn('Instance')).toEqual([{ name: 'another' }]);
		await writer.instance.updateMany({ data: { name: household[0]?.name ?? '' } });
		expect(await nameIn('Instance')).toEqual(household);
	});

	it('is another value where one row more or less, or one value, is read', async () => {
		const rows = fc.array(fc.tuple(fc.constantFrom(0, '0', null, ''), fc.constantFrom(1, '1')));
		await fc.assert(
			fc.asyncProperty(fc.array(rows), async (states) => {
				let stored: unknown[][] = [];
				const columns = { columnNames: ['n', 'm'], columnTypes: [] };
				const cached = cachingReads(async () => ({ ...columns, rows: stored }));
				for (const [version, state] of states.entries()) {
					stored = state;
					const ask = () => cached({ sql: 'all', args: [], argTypes: [] }, version);
					expect((await ask()).rows).toEqual(state);
					expect(await ask()).toBe(await ask());
				}
			})
		);
	});

	it('is kept of the last long answer too, and of a short one beside any number of those', async () => {
		const asked: string[] = [];
		const cached = cachingReads(async ({ sql }) => {
			asked.push(sql);
			const text = sql === 'short' ? '' : sql.repeat(1_000_000);
			return { columnNames: ['text'], columnTypes: [], rows: [[text]] };
		});
		const ask = (sql: string) => cached({ sql, args: [], argTypes: [] }, 1);
		for (const sql of ['short', 'a', 'a', 'b', 'b', 'short', 'a']) await ask(sql);
		expect(asked).toEqual(['short', 'a', 'b', 'a']);
		for (const sql of ['abcde', 'abcde']) await ask(sql);
		expect(asked.slice(4)).toEqual(['abcde', 'abcde']);
	});

	it('is never used for a newer state than it was read from', async () => {
		let stored = 1;
		const columns = { columnNames: ['n'], columnTypes: [ColumnTypeEnum.Int32] };
		const waiting: (() => void)[] = [];
		const queryRaw = async ({ sql }: SqlQuery): Promise<SqlResultSet> => {
			const rows = [[stored]];
			if (sql === 'slow') await new Promise<void>((resolve) => waiting.push(resolve));
			return { ...columns, rows };
		};
		const cached = cachingReads(queryRaw);
		const ask = (asked: SqlQuery) => cached(asked, stored);
		const query = { sql: 'slow', args: [], argTypes: [] };
		const first = ask(query);
		await vi.waitUntil(() => waiting.length === 1);
		stored = 2;
		await ask({ ...query, sql: 'quick' });
		waiting.shift()?.();
		expect((await first).rows).toEqual([[1]]);
		const second = ask(query);
		await vi.waitUntil(() => waiting.length === 1);
		waiting.shift()?.();
		expect((await second).rows).toEqual([[2]]);
		expect((await ask(query)).rows).toEqual([[2]]);
	});
});
