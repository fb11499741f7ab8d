import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Prisma, type Database } from '../../src/lib/server/data/client.ts';
import { fileOf } from '../../src/lib/server/data/database-url.ts';
import { copyHousehold } from '../../src/lib/server/data/copy.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { takeFile } from '../../src/lib/server/data/sqlite/take-file.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { moveIn } from '../support/fixture-household.ts';
import { tableOf } from '../support/table-name.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const ofProcess = ['SetupCode', 'Stream'];

/** All rows by table, as text, in the same order on both databases. */
async function contents({ reader }: Database): Promise<Record<string, string[]>> {
	const models = Object.values(Prisma.ModelName).filter((model) => !ofProcess.includes(model));
	const rows = models.map(async (model) => {
		const all = sql`SELECT * FROM ${sql.raw(`"${tableOf(model)}"`)}`;
		const found = await reader.$queryRaw<object[]>(all);
		return [model, found.map((row) => textOf(row)).toSorted()] as const;
	});
	return Object.fromEntries(await Promise.all(rows));
}

/** A row as text. SQLite has numbers for booleans, and may return large numbers as bigint. */
const textOf = (row: object): string =>
	JSON.stringify(
		Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)),
		(_, value: unknown) =>
			typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : value
	);

const routes = providers.flatMap((from) => providers.map((to) => [from, to] as const));

describe.each(routes)('a household copied from %s to %s', (from, to) => {
	let source: World;
	let target: World;
	beforeEach(async () => {
		source = await openWorld(from);
		target = await openWorld(to);
		await moveIn(source.database);
	});
	afterEach(async () => {
		await source.close();
		await target.close();
	});
	const copy = () => copyHousehold(source.database, target.database);

	it('has every row, also when there are more than are read at a time, and whatever they contain', async () => {
		await source.insert('Item', fc.sample(oddItem, 1201));
		await addWhatExpires(source.database);
		await copy();
		const before = await contents(source.database);
		expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
		expect(await contents(target.database)).toEqual(before);
	});

	it('finds its items in searches, and numbers new rows after all earlier ones', async () => {
		const ada = await source.member('Zoe');
		const list = await source.listOf(ada);
		await source.ask(items.addItem, ada, { listUid: list.uid, label: 'saffron' });
		const last = await highestChange(source.database);
		await source.database.writer.change.deleteMany();
		await copy();
		const { hits } = await target.ask(search.search, ada, { query: 'saff' });
		expect(hits.map(({ label }) => label)).toEqual(['saffron']);
		await target.ask(items.addItem, ada, { listUid: list.uid, label: 'cumin' });
		expect(await highestChange(target.database)).toBeGreaterThan(last);
	});

	it('is absent as a whole when one row is refused', async () => {
		await target.member('Ada');
		const before = await contents(target.database);
		await expect(copy()).rejects.toThrow();
		expect(await contents(target.database)).toEqual(before);
	});
});

it('copies a consistent snapshot of Postgres', async () => {
	const source = await openWorld('postgresql');
	const target = await openWorld('sqlite');
	await moveIn(source.database);
	const before = await contents(source.database);
	const { driver } = source.database;
	const begin = driver.startTransaction.bind(driver);
	vi.spyOn(driver, 'startTransaction').mockImplementationOnce(async (level) => {
		const transaction = await begin(level);
		const query = transaction.queryRaw.bind(transaction);
		vi.spyOn(transaction, 'queryRaw').mockImplementationOnce(async (first) => {
			const rows = await query(first);
			await source.listOf(await source.member('Zoe'));
			return rows;
		});
		return transaction;
	});
	await copyHousehold(source.database, target.database);
	expect(await contents(target.database)).toEqual(before);
	expect(await contents(source.database)).not.toEqual(before);
	await source.close();
	await target.close();
});

describe('npm run copy-household', () => {
	const program = join(import.meta.dirname, '../../bin/copy-household.ts');
	const run = (from: string, ...to: string[]) =>
		promisify(execFile)(process.execPath, [program, ...to], {
			env: { ...process.env, DATABASE_URL: from }
		});
	const refusal = (sentence: string) => ({ code: 1, stderr: `Nothing was copied: ${sentence}\n` });

	it('moves a family from their file to Postgres', async () => {
		const source = await openWorld('sqlite');
		const ada = await source.setUp();
		const list = await source.listOf(ada);
		await source.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		await source.close();
		const target = await openWorld('postgresql');
		const { stdout } = await run(source.databaseUrl, target.databaseUrl);
		expect(stdout).toContain('Copied "Mill Lane": 1 member, 1 list, 1 item.');
		await target.ask(items.addItem, ada, { listUid: list.uid, label: 'bread' });
		await expect(run(source.databaseUrl, target.databaseUrl)).rejects.toMatchObject(
			refusal('the other database holds a household already')
		);
		await target.close();
	});

	it('refuses a Postgres that a server uses, and copies it once the server has stopped', async () => {
		const source = await openWorld('postgresql');
		await source.setUp();
		const target = await openWorld('sqlite');
		await target.close();
		await expect(run(source.databaseUrl, target.databaseUrl)).rejects.toMatchObject(
			refusal(
				'a Hearth is running on the database in DATABASE_URL; stop it first, or what people do from now on stays behind'
			)
		);
		await source.close();
		const { stdout } = await run(source.databaseUrl, target.databaseUrl);
		expect(stdout).toContain('Copied "Mill Lane": 1 member,');
	});

	it('refuses the database in DATABASE_URL itself, however its path is spelt', async () => {
		const source = await openWorld('sqlite');
		await source.setUp();
		await source.close();
		const itself = `file:${relative(process.cwd(), fileOf(source.databaseUrl) ?? '')}`;
		await expect(run(source.databaseUrl, itself)).rejects.toMatchObject(
			refusal('the address is that of the database in DATABASE_URL itself; name another, empty one')
		);
	});

	it('refuses a file that a server has open, a database without a household, and a missing or bad address', async () => {
		const source = await openWorld('sqlite');
		const file = fileOf(source.databaseUrl) ?? '';
		const free = await takeFile(file);
		const to = `${source.databaseUrl}.copy`;
		await expect(run(source.databaseUrl, to)).rejects.toMatchObject({
			stderr: expect.stringContaining('another Hearth is running')
		});
		free();
		await expect(run(source.databaseUrl, to)).rejects.toMatchObject(
			refusal('the database in DATABASE_URL holds no household')
		);
		await expect(run(source.databaseUrl)).rejects.toMatchObject({
			stderr: expect.stringContaining('the address of an empty database')
		});
		await source.setUp();
		await source.close();
		const mistyped = `${source.databaseUrl}.mistyped`;
		await expect(run(mistyped, to)).rejects.toMatchObject(
			refusal(`there is no household in ${fileOf(mistyped)}; check DATABASE_URL`)
		);
		expect(existsSync(fileOf(mistyped) ?? '')).toBe(false);
		await expect(run(source.databaseUrl, 'nonsense')).rejects.toMatchObject({
			stderr: expect.stringMatching(/^Nothing was copied: the other address is "file:" and a path/)
		});
	});
});

const oddItem = fc
	.record({
		label: fc.string({ unit: 'grapheme' }),
		note: fc.string({ unit: 'binary' }),
		rank: fc.double({ noNaN: true, noDefaultInfinity: true })
	})
	.map(({ label, note, rank }) => ({
		...{ uid: newUid('itm'), listUid: exampleUids.groceries, rank },
		...{ label, labelWords: wordsOf(label), quantityWords: null },
		// No text with a NUL or half a character is ever written to either database.
		note: note.replaceAll('\0', '').toWellFormed(),
		...{ createdAt: new Date(0), updatedAt: new Date('2026-11-20T09:00:00.123Z') }
	}));

/** A row of each table that the household of the examples leaves empty. */
async function addWhatExpires({ writer }: Database): Promise<void> {
	const at = new Date('2026-11-20T09:00:00.000Z');
	await writer.attempt.create({ data: { uid: 'one', bucket: 'a network', at } });
	await writer.idempotencyKey.create({
		data: { caller: 'Ada', key: 'k', request: 'r', output: '{}', listUids: '[]', createdAt: at }
	});
}

async function highestChange({ reader }: Database): Promise<number> {
	const { _max } = await reader.change.aggregate({ _max: { number: true } });
	return _max.number ?? 0;
}
