// Items that a program adds unless they are on the list already.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('what is added unless it is on the list, on %s', (provider) => {
	let world: World;
	let ada: Extract<Caller, { by: 'session' }>;
	let listUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());
	beforeEach(async () => {
		({ uid: listUid } = await world.listOf(ada));
		const body = { label: 'Crème fraîche', quantity: '1', note: 'the mild one' };
		const { item } = await world.ask(items.addItem, ada, { listUid, ...body });
		await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
		await world.ask(items.addItem, ada, { listUid, label: 'Milk', quantity: '2 l' });
	});

	const add = (body: { label: string; quantity?: string; note?: string }, who: Caller = ada) =>
		world.ask(items.addItem, who, { listUid, unlessOnList: true, ...body });
	const onList = async () => (await world.ask(lists.getList, ada, { listUid })).items;
	const changes = () => world.database.reader.change.count();

	it('is added where the list has none of its name, and only once', async () => {
		const { item } = await add({ label: 'Bread', quantity: '2' });
		expect(item).toMatchObject({ label: 'Bread', quantity: '2', done: false });
		expect(await add({ label: 'bread' })).toEqual({ item });
		expect((await onList()).map(({ label }) => label)).toEqual(['Crème fraîche', 'Milk', 'Bread']);
	});

	it('changes nothing where it is open, and is answered as it stands', async () => {
		const before = [await onList(), await changes()];
		const { item } = await add({ label: ' MILK ', quantity: '5 l', note: 'more' });
		expect(item).toEqual((await onList())[1]);
		expect([await onList(), await changes()]).toEqual(before);
	});

	it('is unticked in its place, with the texts that were given', async () => {
		const { item } = await add({ label: 'creme fraiche', quantity: '200 g' });
		expect(item).toEqual((await onList())[0]);
		expect(item).toMatchObject({
			...{ label: 'Crème fraîche', quantity: '200 g', note: 'the mild one' },
			...{ done: false, doneByName: '', doneAt: '' }
		});
	});

	it('is answered once however often it is asked for, in the order in which each came first', async () => {
		const labels = ['salt', 'milk', 'Salt', 'creme fraiche', 'Milk'];
		const { items: answered } = await world.ask(items.addItems, ada, {
			listUid,
			unlessOnList: true,
			items: labels.map((label) => ({ label }))
		});
		const [back, milk, salt] = await onList();
		expect(answered).toEqual([salt, milk, back]);
		expect(await onList()).toHaveLength(3);
	});

	it('names the item whose section is not on the list, although others need not be added', async () => {
		const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Dairy' });
		const { uid: other } = await world.listOf(ada);
		const asked = world.ask(items.addItems, ada, {
			listUid: other,
			unlessOnList: true,
			items: [{ label: 'Milk' }, { label: 'milk' }, { label: 'Salt', sectionUid: section.uid }]
		});
		await expect(asked).rejects.toMatchObject({ violations: [{ field: 'items.2.sectionUid' }] });
	});

	it('is refused for a token that may not read, which would learn what is there', async () => {
		const { caller } = await world.tokenOf(ada, { abilities: { write: true } });
		expect(await outcome(add({ label: 'Milk' }, caller))).toBe('forbidden');
		expect(await outcome(add({ label: 'Bread' }, caller))).toBe('forbidden');
		expect(await onList()).toHaveLength(2);
	});

	it('is refused where the list may only be seen or is archived, although nothing would be added', async () => {
		const ben = await world.member('Ben');
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: false });
		expect(await outcome(add({ label: 'Milk' }, ben))).toBe('forbidden');
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect(await outcome(add({ label: 'Milk' }))).toBe('not-yet');
	});

	it('is on the list once when several add it at the same time', async () => {
		await Promise.all(Array.from({ length: 8 }, () => add({ label: 'Rice' })));
		expect((await onList()).filter(({ label }) => label === 'Rice')).toHaveLength(1);
	});
});
