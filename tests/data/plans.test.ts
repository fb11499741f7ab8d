// Query plans begin with the lists in a member's reach, not with all items of the household, and use an index where that is cheaper.
import { afterEach, expect, it } from 'vitest';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import { sql, type Sql } from '../../src/lib/server/data/sql.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { sidebar } from '../../src/lib/server/sidebar/operations.ts';
import { statementsOf as sentBy } from '../support/count-statements.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: MemberCaller;
let ben: MemberCaller;
let listUid: string;

/** Ada has a list, and Ben 500 with ten items each, none of which has a note. */
async function openHouse(provider: Provider): Promise<void> {
	world = await openWorld(provider);
	ada = await world.signedIn('Ada');
	({ uid: listUid } = await world.listOf(ada));
	ben = await world.signedIn('Ben');
	const ownerUid = ben.member.uid;
	const now = world.now();
	const times = { createdAt: now, updatedAt: now };
	const others = Array.from({ length: 500 }, (_, at) => `lst_${at}`);
	const named = { name: 'Food', nameWords: 'food' };
	await world.insert(
		'List',
		others.map((uid) => ({ uid, ownerUid, ...named, ...times }))
	);
	const labelled = { label: 'Milk', labelWords: 'milk' };
	await world.insert(
		'Item',
		others.flatMap((listUid) =>
			Array.from({ length: 10 }, (_, rank) => ({
				...{ uid: `itm_${listUid}_${rank}`, listUid, rank, ...labelled, ...times }
			}))
		)
	);
}
afterEach(() => world.close());

type Asked = (household: World['household']) => Promise<unknown>;

const searchMilk: Asked = (household) =>
	perform(household, search.search, ada, () => ({ query: 'milk' }));

/** Every statement that is sent to read. */
async function statementsOf(ask: Asked): Promise<Sql[]> {
	const { database } = world.household;
	const asked: Sql[] = [];
	const read: Reader = {
		query: (sql) => {
			asked.push(sql);
			return database.read.query(sql);
		}
	};
	await ask({ ...world.household, database: { ...database, read, readAt: () => read } });
	return asked;
}

/** The steps of the plans of all statements. */
async function planOf(ask: Asked): Promise<string[]> {
	return stepsOf(await statementsOf(ask));
}

async function stepsOf(statements: Sql[]): Promise<string[]> {
	const { read, dialect } = world.household.database;
	const explain = sql.raw(dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN');
	const steps: string[] = [];
	for (const asked of statements)
		for (const row of await read.query<Record<string, unknown>>(sql`${explain} ${asked}`))
			steps.push(String(row.detail ?? row['QUERY PLAN']));
	return steps;
}

it.each([
	[
		'the dated items',
		(household) => perform(household, items.getDatedItems, ada, () => ({ to: '2026-12-31' }))
	],
	[
		'the sidebar',
		(household) => perform(household, sidebar.getSidebar, ada, () => ({ today: '2026-12-31' }))
	],
	['the lists', (household) => perform(household, lists.getLists, ada, () => ({}))],
	['a list', (household) => perform(household, lists.getList, ada, () => ({ listUid }))],
	['hits of a frequent word', searchMilk]
] satisfies [string, Asked][])(
	'on SQLite %s are found without lists out of reach and their items',
	async (_, ask) => {
		await openHouse('sqlite');
		const steps = await planOf(ask);
		// Rows of "scanned" have been found among the items in reach, and are read again by their numbers.
		const ofItems = steps.filter(
			(step, at) => /^(SCAN|SEARCH) [io]\b/.test(step) && steps[at - 1] !== 'SCAN f'
		);
		expect(ofItems.length).toBeGreaterThan(0);
		for (const step of ofItems) expect(step).toMatch(/\((listUid|uid)=\?/);
		const ofLists = steps.filter((step) => /^(SCAN|SEARCH) l\b/.test(step));
		for (const step of ofLists) expect(step).toMatch(/\((ownerUid|sharing|uid|rowid)=\?/);
	}
);

it.each([
	['the lists', (household) => perform(household, lists.getLists, ada, () => ({}))],
	[
		'the sidebar',
		(household) => perform(household, sidebar.getSidebar, ada, () => ({ today: '2026-12-31' }))
	]
] satisfies [string, Asked][])(
	'on SQLite %s are counted without reading an item',
	async (_, ask) => {
		await openHouse('sqlite');
		const counting = (await planOf(ask)).filter((step) => /^(SCAN|SEARCH) o\b/.test(step));
		expect(counting.length).toBeGreaterThan(0);
		for (const step of counting) expect(step).toMatch(/USING COVERING INDEX Item_counted_idx/);
	}
);

it('on SQLite what has expired is found without reading every item', async () => {
	await openHouse('sqlite');
	const deletedAt = new Date(0);
	await world.database.writer.list.update({ where: { uid: 'lst_0' }, data: { deletedAt } });
	const sent = await sentBy(() => purgeExpired(world.household));
	const found = sent.filter((text) => /^SELECT .*\bItem\b/.test(text));
	expect(found).toHaveLength(2);
	// SQLite chooses another plan where it sees the values.
	const asked = found.map((text) =>
		text
			.split('?')
			.map((part) => sql.raw(part))
			.reduce((before, part) => sql`${before}${1}${part}`)
	);
	const steps = await stepsOf(asked);
	expect(steps.filter((step) => /^SCAN/.test(step))).toEqual([]);
});

it('on Postgres each item is read once to count those that are open and those that are done', async () => {
	await openHouse('postgresql');
	const steps = await planOf((household) => perform(household, lists.getLists, ada, () => ({})));
	expect(steps.filter((step) => / on "Item"/.test(step))).toHaveLength(1);
});

it('on Postgres no item is read to find that no note or quantity has the word', async () => {
	await openHouse('postgresql');
	await inTransaction(world.household.database, (db) => db.$executeRaw`ANALYZE`);
	const steps = await planOf(searchMilk);
	for (const index of ['Item_note_search', 'Item_quantity_search'])
		expect(steps.filter((step) => step.includes(index))).not.toEqual([]);
});

it('on Postgres a rare word is found in few pages after many items were added', async () => {
	await openHouse('postgresql');
	await inTransaction(world.household.database, (db) => db.$executeRaw`ANALYZE`);
	const times = { createdAt: world.now(), updatedAt: world.now() };
	await world.insert(
		'Item',
		Array.from({ length: 10_000 }, (_, rank) => ({
			...{ uid: `itm_${rank}`, listUid: 'lst_0', rank, ...times },
			...{ label: `Soap ${rank}`, labelWords: `soap ${rank}` }
		}))
	);
	const searchZebra: Asked = (household) =>
		perform(household, search.search, ben, () => ({ query: 'zebra' }));
	expect(await pagesOf(searchZebra)).toBeLessThan(40);
});

it('on Postgres hits of a frequent word are found without the items out of reach', async () => {
	await openHouse('postgresql');
	await inTransaction(world.household.database, (db) => db.$executeRaw`ANALYZE`);
	expect(await pagesOf(searchMilk)).toBeLessThan(40);
});

it('on Postgres hits of a frequent word are found without the items that are shared with a group of others', async () => {
	await openHouse('postgresql');
	await inTransaction(world.household.database, async (db) => {
		const group = { uid: 'grp_cooks', name: 'Cooks', nameFolded: 'cooks', createdAt: world.now() };
		await db.group.create({ data: group });
		await db.list.updateMany({ data: { sharing: 'SHARING_SPECIFIC' } });
		await db.$executeRaw`INSERT INTO "ListGroup" ("listUid", "groupUid") SELECT "uid", ${group.uid} FROM "List"`;
		// Postgres counts words that begin with "milk" where it knows enough words.
		await db.$executeRaw`UPDATE "Item" SET "labelWords" = 'milk ' || "number" % 200`;
		await db.$executeRaw`ANALYZE`;
	});
	const steps = await planOf(searchMilk);
	expect(steps.filter((step) => /Item_label_search|Seq Scan on "Item"/.test(step))).toEqual([]);
});

/** How many pages of 8 kB Postgres reads for all statements, without those that it reads to plan them. */
async function pagesOf(ask: Asked): Promise<number> {
	const explain = sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`;
	let pages = 0;
	for (const asked of await statementsOf(ask)) {
		const { read } = world.household.database;
		const [row] = await read.query<{ 'QUERY PLAN': string }>(sql`${explain} ${asked}`);
		const [{ Plan: plan }]: Explained = JSON.parse(row?.['QUERY PLAN'] ?? '');
		pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
	}
	return pages;
}

type Explained = [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }];
