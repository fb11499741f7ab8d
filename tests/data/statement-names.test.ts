// Postgres prepares frequent statements once for each connection.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementNames } from '../../src/lib/server/data/postgres/statement-names.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { openWorld, type World } from '../support/world.ts';

const askedTimes = (nameOf: ReturnType<typeof statementNames>, sql: string, times: number) =>
	Array.from({ length: times }, () => nameOf({ sql, args: [], argTypes: [] })).at(-1);

describe('a statement', () => {
	it('has a name of its own from its tenth use on', () => {
		const nameOf = statementNames();
		expect(askedTimes(nameOf, 'SELECT 1', 9)).toBe('');
		const name = askedTimes(nameOf, 'SELECT 1', 1);
		expect(name).not.toBe('');
		expect(askedTimes(nameOf, 'SELECT 2', 10)).not.toBe(name);
		expect(askedTimes(nameOf, 'SELECT 1', 1)).toBe(name);
	});

	it('has no name if it is long, or if three hundred statements have one', () => {
		const nameOf = statementNames();
		expect(askedTimes(nameOf, `SELECT ${'1'.repeat(5000)}`, 20)).toBe('');
		const names = Array.from({ length: 301 }, (_, at) => askedTimes(nameOf, `SELECT ${at}`, 10));
		expect(new Set(names.slice(0, 300)).size).toBe(300);
		expect(names[300]).toBe('');
	});
});

describe('Postgres', () => {
	let world: World;
	beforeAll(async () => void (world = await openWorld('postgresql')));
	afterAll(() => world.close());

	const prepared = async () => {
		const rows = await world.database.read.query<{ statement: string }>(
			sql`SELECT "statement" FROM pg_prepared_statements`
		);
		return rows.map(({ statement }) => statement).join();
	};

	it('has prepared a frequent statement', async () => {
		const ask = () => world.database.read.query(sql`SELECT ${'so'} AS "often"`);
		await ask();
		expect(await prepared()).not.toContain('often');
		for (let times = 0; times < 10; times += 1) await ask();
		expect(await prepared()).toContain('often');
	});

	it('plans a search for its own words, however often it is run', async () => {
		const ada = await world.member('Ada');
		for (let times = 0; times < 20; times += 1)
			await world.ask(search.search, ada, { query: 'milk' });
		expect(await prepared()).not.toContain('labelWords');
	});
});
