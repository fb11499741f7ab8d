// A household with quantities from before the search covered quantities.
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { indexOldQuantities } from '../../src/lib/server/search/old-quantities.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import type { Database } from '../../src/lib/server/data/client.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import type { Sql } from '../../src/lib/server/data/sql.ts';
import { old, oldHousehold, type OldItem } from '../support/old-household.ts';
import { providers, worldOn, type World } from '../support/world.ts';

const larder: OldItem[] = [
	{ label: 'Gooseberries', quantity: '2 große Päckchen' },
	{ label: 'Sugar', quantity: '' },
	{ label: 'Apples', quantity: '🍏', note: 'from the orchard' },
	{ label: 'Flour', quantity: '500 g' }
];

describe.each(providers)('a household of an older version, on %s', (provider) => {
	let world: World | undefined;
	afterEach(() => world?.close());

	const upgraded = async (things = larder) => {
		const url = await oldHousehold(provider, things);
		expect(await migrate(url)).toContain('0008_search_finds_quantities');
		world = await worldOn(provider, url);
		const { ask, database } = world;
		const reader = await world.member('Ben');
		await database.writer.list.update({
			where: { uid: old.listUid },
			data: { sharing: 'SHARING_INSTANCE', sharedEdit: true }
		});
		const found = async (query: string, who: Caller = reader) =>
			(await ask(search.search, who, { query })).hits.map(({ itemUid, where }) => [itemUid, where]);
		return { ask, database, found, reader };
	};

	it('is found by its quantities once they are indexed, and by its labels and notes at once', async () => {
		const { found, database } = await upgraded();
		expect(await found('packchen')).toEqual([]);
		expect(await indexOldQuantities(database)).toBe(3);
		expect(await found('packchen')).toEqual([['itm_0', 'quantity']]);
		expect(await found('2 GRO')).toEqual([['itm_0', 'quantity']]);
		expect(await found('500')).toEqual([['itm_3', 'quantity']]);
		expect(await found('flour')).toEqual([['itm_3', 'label']]);
		expect(await found('orchard')).toEqual([['itm_2', 'note']]);
		expect(await indexOldQuantities(database)).toBe(0);
	});

	it('can be changed and deleted like any other, indexed or not', async () => {
		const { ask, found, database, reader } = await upgraded();
		await ask(items.changeItem, reader, { itemUid: 'itm_0', quantity: 'a firkin' });
		expect(await indexOldQuantities(database)).toBe(2);
		expect([await found('firkin'), await found('packchen')]).toEqual([[['itm_0', 'quantity']], []]);
		await ask(items.changeItem, reader, { itemUid: 'itm_3', quantity: '' });
		expect([await found('500'), await found('flour')]).toEqual([[], [['itm_3', 'label']]]);
		await ask(items.deleteItem, reader, { itemUid: 'itm_0' });
		expect(await found('firkin')).toEqual([]);
		const { items: left } = await ask(lists.getList, reader, { listUid: old.listUid });
		expect(left.map(({ quantity }) => quantity)).toEqual(['', '🍏', '']);
	});

	it('resumes indexing after a killed start, however many items there are', async () => {
		const many = Array.from({ length: 2500 }, (_, place) => ({
			label: `jar ${place}`,
			quantity: `${place} g`
		}));
		const { found, database } = await upgraded(many);
		expect(await indexOldQuantities(killedAfterOne(database)).catch(String)).toMatch(/killed/);
		expect([await found('1999 g'), await found('2499 g')]).toEqual([
			[['itm_1999', 'quantity']],
			[]
		]);
		expect(await indexOldQuantities(database)).toBe(500);
		expect(await found('2499 g')).toEqual([['itm_2499', 'quantity']]);
	});

	it('is indexed once by two nodes that start together', async () => {
		const { database } = await upgraded();
		const other = { indexed: 0 };
		const start = async () => void (other.indexed = await indexOldQuantities(database));
		expect(await indexOldQuantities(readThen(database, start))).toBe(0);
		expect(other.indexed).toBe(3);
	});

	it('keeps what another node wrote while it was being indexed', async () => {
		const { ask, found, database, reader } = await upgraded();
		const meanwhile = async () => {
			await ask(items.changeItem, reader, { itemUid: 'itm_0', quantity: 'a firkin' });
			// A node of the older version writes it like this.
			await database.writer.item.update({
				where: { uid: 'itm_3' },
				data: { quantity: 'a demijohn' }
			});
		};
		await indexOldQuantities(readThen(database, meanwhile));
		expect([await found('firkin'), await found('packchen')]).toEqual([[['itm_0', 'quantity']], []]);
		expect([await found('demijohn'), await found('500')]).toEqual([[['itm_3', 'quantity']], []]);
	});
});

/** Fails at its second read of items, after the first batch is committed. */
function killedAfterOne(database: Database): Database {
	let looks = 0;
	return reading(database, async (rows) => {
		looks += 1;
		if (looks > 1) throw new Error('killed');
		return rows;
	});
}

/** Runs `meanwhile` once, between reading the items and writing their words. */
function readThen(database: Database, meanwhile: () => Promise<void>): Database {
	let isDone = false;
	return reading(database, async (rows) => {
		if (!isDone) await meanwhile();
		isDone = true;
		return rows;
	});
}

function reading(database: Database, then: <Rows>(rows: Rows) => Promise<Rows>): Database {
	const { read } = database;
	return {
		...database,
		read: { query: async <Row>(sql: Sql) => then(await read.query<Row>(sql)) }
	};
}
