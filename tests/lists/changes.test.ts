import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('the changes of a list on %s', (provider) => {
	let world: World;
	let ada: Person;
	let listUid: string, milk: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada', 'ROLE_ADMIN');
	});
	beforeEach(async () => {
		listUid = (await world.listOf(ada)).uid;
		[milk = ''] = await add('Milk', 'Eggs', 'Soap');
	});
	afterAll(() => world.close());

	const add = async (...labels: string[]) =>
		(
			await world.ask(items.addItems, ada, { listUid, items: labels.map((label) => ({ label })) })
		).items.map(({ uid }) => uid);
	const changes = (after?: string, who: Caller = ada) =>
		world.ask(lists.getChanges, who, { listUid, after });

	it('are everything without a version', async () => {
		const { list, items: all } = await world.ask(lists.getList, ada, { listUid });
		const answer = await changes();
		expect(answer).toMatchObject({ list, reset: true, removedItemUids: [] });
		expect(answer.items.map(({ place, ...item }) => item)).toEqual(all);
		const places = answer.items.map(({ place }) => place);
		expect(places).toEqual(places.toSorted((one, other) => one - other));
	});

	it('are nothing where nothing has changed, under the same version', async () => {
		const { version } = await changes();
		expect(await changes(version)).toMatchObject({
			version,
			reset: false,
			items: [],
			removedItemUids: []
		});
	});

	it('are the one item that was ticked', async () => {
		const { version } = await changes();
		await world.ask(items.tickItem, ada, { itemUid: milk, done: true });
		const answer = await changes(version);
		expect(answer).toMatchObject({
			reset: false,
			list: { openCount: 2, doneCount: 1 },
			items: [{ uid: milk, done: true, doneByName: 'Ada' }],
			removedItemUids: []
		});
		expect(answer.version).not.toBe(version);
		expect((await changes(answer.version)).items).toEqual([]);
	});
});
