// What a token that may write and not read is answered: the name of what it changed, and what it has sent itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('a token that may only write, on %s', (provider) => {
	let world: World;
	let writer: MemberCaller;
	let listUid: string, itemUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		const ada = await world.member('Ada');
		listUid = (await world.listOf(ada)).uid;
		const milk = { label: 'milk', quantity: '2 l', dueOn: '2026-11-22', note: 'for the surprise' };
		itemUid = (await world.ask(items.addItem, ada, { listUid, ...milk })).item.uid;
		await world.ask(items.tickItem, ada, { itemUid, done: true });
		writer = (await world.tokenOf(ada, { abilities: { write: true } })).caller;
	});
	afterAll(() => world.close());

	const unread = {
		...{ quantity: '', dueOn: '', note: '', done: false, addedByName: '', addedViaToken: '' },
		...{ doneByName: '', doneAt: '', doneByUid: '' }
	};
	const milk = () => ({ ...unread, uid: itemUid, label: 'milk' });

	it('learns of an item its label, and what it has sent', async () => {
		const change = (edit: object) => world.ask(items.changeItem, writer, { itemUid, ...edit });
		const lists = [{ uid: listUid, name: '' }];
		expect(await change({})).toEqual({ item: milk() });
		expect(await change({ quantity: '3 l' })).toEqual({ item: { ...milk(), quantity: '3 l' } });
		expect(await world.ask(items.tickItem, writer, { itemUid, done: true })).toEqual({
			item: { ...milk(), done: true }
		});
		expect(await world.ask(items.tickItems, writer, { itemUids: [itemUid], done: true })).toEqual({
			...{ items: [{ ...milk(), done: true }], unchangedUids: [itemUid], lists }
		});
		expect(await world.ask(items.appendToNote, writer, { itemUid, text: 'or oats' })).toEqual({
			item: milk()
		});
		const edits = { items: [{ itemUid, note: 'new' }] };
		expect(await world.ask(items.changeItems, writer, edits)).toEqual({
			...{ items: [{ ...milk(), note: 'new' }], unchangedUids: [], lists }
		});
	});

	it('is answered in full what it has just made', async () => {
		const body = { label: 'eggs', quantity: '12', dueOn: '2026-11-23', note: 'brown' };
		const added = await world.ask(items.addItem, writer, { listUid, ...body });
		expect(added.item).toMatchObject(body);
		const made = await world.ask(lists.createList, writer, { name: 'Market' });
		expect(made.list).toMatchObject({ name: 'Market', createdAt: world.now().toISOString() });
	});

	it('learns of a list what it is called, and not what is on it', async () => {
		const renamed = await world.ask(lists.renameList, writer, { listUid, name: 'Weekly' });
		const hidden = { openCount: 0, doneCount: 0, createdAt: '', updatedAt: '', archivedByName: '' };
		expect(renamed.list).toMatchObject({ uid: listUid, name: 'Weekly', isOwner: true, ...hidden });
	});
});
