// What is due, page by page and day by day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datedRows, items } from '../../src/lib/server/items/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('what is due by pages on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		for (const name of ['Bakery', 'Attic']) {
			const { uid: listUid } = await world.listOf(ada, name);
			await world.insert(
				'Item',
				Array.from({ length: 240 }, (_, at) => ({
					uid: `itm_${listUid.slice(4, 12)}${String(at).padStart(4, '0')}`,
					listUid,
					label: `${name} ${at}`,
					labelWords: '',
					dueOn: `2026-11-${20 + (at % 3)}`,
					rank: 240 - at,
					createdAt: world.now(),
					updatedAt: world.now()
				}))
			);
		}
	});
	afterAll(() => world.close());

	const to = '2026-11-21';

	it('are all of it in its order, 200 items each, and say how much that is', async () => {
		const { items: all } = await world.ask(datedRows, ada, { to });
		expect(all).toHaveLength(320);
		const page = (page: number) => world.ask(items.getDatedPage, ada, { to, page });
		const [first, second] = [await page(1), await page(2)];
		expect([...first.items, ...second.items]).toEqual(all);
		expect([first.items.length, first.dueCount, first.pageCount]).toEqual([200, 320, 2]);
		expect(await page(3)).toEqual(second);
	});

	it('are one empty page for a member who reaches none of the lists', async () => {
		expect(await world.ask(items.getDatedPage, ben, { to, page: 2 })).toEqual({
			items: [],
			dueCount: 0,
			page: 1,
			pageCount: 1
		});
	});

	it('name for each day the first of its items, and how many there are', async () => {
		const { items: all } = await world.ask(datedRows, ada, {
			from: '2026-11-21',
			to: '2026-11-30'
		});
		const days = [...Map.groupBy(all, ({ item }) => item.dueOn)].map(([day, due]) => ({
			day,
			count: due.length,
			labels: due.slice(0, 3).map(({ item }) => item.label)
		}));
		expect(days).toHaveLength(2);
		const asked = { from: '2026-11-21', to: '2026-11-30', most: 3 };
		expect((await world.ask(items.getDueDays, ada, asked)).days).toEqual(days);
		expect((await world.ask(items.getDueDays, ben, asked)).days).toEqual([]);
	});
});
