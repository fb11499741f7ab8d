// On SQLite, which has one plan for each text, what somebody reads begins with the lists in their reach, not with the items of the whole house.
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import type { Sql } from '../../src/lib/server/data/sql.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { sidebar } from '../../src/lib/server/sidebar/operations.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: MemberCaller;
let listUid: string;
let file: Sqlite.Database;
beforeAll(async () => {
	world = await openWorld('sqlite');
	ada = await world.signedIn('Ada');
	({ uid: listUid } = await world.listOf(ada));
	const others = await world.listOf(await world.signedIn('Ben'));
	const now = world.now();
	await world.insert(
		'Item',
		Array.from({ length: 5000 }, (_, rank) => ({
			...{ uid: `itm_${rank}`, listUid: others.uid, label: 'Milk', labelWords: 'milk', rank },
			...{ createdAt: now, updatedAt: now }
		}))
	);
	file = new Sqlite(world.databaseUrl.slice('file:'.length), { readonly: true });
});
afterAll(async () => {
	file.close();
	await world.close();
});

/** The steps of each statement that is read. */
async function planOf(ask: (household: World['household']) => Promise<unknown>): Promise<string[]> {
	const { database } = world.household;
	const asked: Sql[] = [];
	const read: Reader = {
		query: (sql) => {
			asked.push(sql);
			return database.read.query(sql);
		}
	};
	await ask({ ...world.household, database: { ...database, read, readAt: () => read } });
	return asked.flatMap(({ sql, values }) =>
		file
			.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.all(values.map((value) => (value instanceof Date ? value.toISOString() : value)))
			.map((step) => String(Object(step).detail))
	);
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
	[
		'hits of a frequent word',
		(household) => perform(household, search.search, ada, () => ({ query: 'milk' }))
	]
] satisfies [string, (household: World['household']) => Promise<unknown>][])(
	'%s are found without lists out of reach and their items',
	async (_, ask) => {
		const steps = await planOf(ask);
		const ofItems = steps.filter((step) => /^(SCAN|SEARCH) [io]\b/.test(step));
		expect(ofItems.length).toBeGreaterThan(0);
		for (const step of ofItems) expect(step).toMatch(/\((listUid|uid)=\?/);
		const ofLists = steps.filter((step) => /^(SCAN|SEARCH) l\b/.test(step));
		for (const step of ofLists) expect(step).toMatch(/\((ownerUid|sharing|uid|rowid)=\?/);
	}
);
