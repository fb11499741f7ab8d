// A list that nobody changes is made once for each credential, and is not kept for every credential that there ever was.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
	// On Postgres only requests have a snapshot, without which nothing is cached.
	world = await openWorld('sqlite');
});
afterAll(() => world.close());

it('makes a list once for a credential, and forgets it after those of many others', async () => {
	const ada = await world.member('Ada');
	const { list } = await world.ask(lists.createList, ada, { name: 'Numbers' });
	await world.ask(items.addItem, ada, { listUid: list.uid, label: 'Plumber' });
	const read = async (caller = ada) =>
		(await world.ask(lists.getList, caller, { listUid: list.uid })).list;
	const first = await read();
	expect(await read()).toBe(first);
	for (let time = 0; time < 30; time += 1) await read({ ...ada, sessionUid: newUid('ses') });
	expect(await read()).not.toBe(first);
});
