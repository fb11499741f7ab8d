// Undoing what a token did to the sections of a list.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const since = '2026-01-01T00:00:00.000Z';

describe.each(providers)('undoing what a token did to sections on %s', (provider) => {
	let world: World;
	let ada: MemberCaller;
	let ben: MemberCaller;
	let token: Awaited<ReturnType<World['tokenOf']>>;
	let listUid: string;
	let dairy: string;
	let milk: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());
	beforeEach(async () => {
		listUid = (await world.listOf(ada)).uid;
		const sharing = { sharing: 'SHARING_INSTANCE', canEdit: true } as const;
		await world.ask(lists.shareList, ada, { listUid, ...sharing });
		dairy = await section(ada, 'Dairy');
		milk = await add(ada, 'Milk', dairy);
		token = await world.tokenOf(ben);
	});

	const section = async (caller: MemberCaller, name: string) =>
		(await world.ask(sections.createSection, caller, { listUid, name })).section.uid;
	const add = async (caller: MemberCaller, label: string, sectionUid?: string) =>
		(await world.ask(items.addItem, caller, { listUid, label, sectionUid })).item.uid;
	const state = async () => (await world.ask(sections.getSections, ada, { listUid })).sections;
	const undo = () =>
		world.ask(tokens.undoToken, ben, { tokenUid: token.uid, since, dryRun: false });

	it('restores a deleted section with its items and labels', async () => {
		await add(ada, 'Bread', await section(ada, 'Bakery'));
		const before = await state();
		await world.ask(sections.deleteSection, token.caller, { sectionUid: dairy });
		expect(await undo()).toMatchObject({ skipped: [] });
		expect(await state()).toEqual(before);
		const again = await add(ada, 'milk');
		expect((await state())[0]?.itemUids).toEqual([milk, again]);
	});

	it('restores a deleted section with its items in the trash', async () => {
		const eggs = await add(ada, 'Eggs', dairy);
		await section(ada, 'Bakery');
		const before = await state();
		const bread = await add(ada, 'Bread', dairy);
		await world.ask(items.deleteItem, ada, { itemUid: bread });
		await world.ask(items.deleteItem, token.caller, { itemUid: eggs });
		for (const { uid: sectionUid } of before)
			await world.ask(sections.deleteSection, token.caller, { sectionUid });
		expect(await undo()).toMatchObject({ skipped: [] });
		expect(await state()).toEqual(before);
		await world.ask(trash.restore, ada, { uid: bread });
		expect((await state())[0]?.itemUids).toEqual([milk, eggs, bread]);
	});

	it('removes sections that it created, and restores names and order', async () => {
		await section(ada, 'Bakery');
		const before = await state();
		const frozen = await section(token.caller, 'Frozen');
		await world.ask(sections.changeSection, token.caller, {
			...{ sectionUid: dairy, name: 'Fridge' },
			afterSectionUid: frozen
		});
		await world.ask(items.moveItem, token.caller, { itemUid: milk, sectionUid: frozen });
		expect(await undo()).toMatchObject({ undone: 3, skipped: [] });
		expect(await state()).toEqual(before);
		await add(ada, 'Milk');
		expect((await state())[0]?.itemUids).toHaveLength(2);
	});

	it('removes the only section of a list', async () => {
		await world.ask(sections.deleteSection, ada, { sectionUid: dairy });
		await section(token.caller, 'Frozen');
		expect(await undo()).toMatchObject({ undone: 1, skipped: [] });
		expect(await state()).toEqual([]);
	});

	it('leaves a section in which somebody has changed an item since, and the item in it', async () => {
		const frozen = await section(token.caller, 'Frozen');
		await world.ask(items.moveItem, token.caller, { itemUid: milk, sectionUid: frozen });
		await world.ask(items.tickItem, ada, { itemUid: milk, done: true });
		const before = await state();
		const reason = 'Ada changed it since.';
		expect(await undo()).toMatchObject({ undone: 0, skipped: [{ reason }, { reason }] });
		expect(await state()).toEqual(before);
	});

	it('leaves a section into which somebody has put an item since', async () => {
		const frozen = await section(token.caller, 'Frozen');
		const peas = await add(ada, 'Peas', frozen);
		expect(await undo()).toMatchObject({ undone: 0, skipped: [{ itemUid: '', listUid }] });
		expect((await state()).map(({ itemUids }) => itemUids)).toEqual([[milk], [peas]]);
		await world.ask(items.deleteItem, ada, { itemUid: peas });
		expect(await undo()).toMatchObject({ undone: 1, skipped: [] });
	});

	it('leaves sections that somebody has changed since', async () => {
		await world.ask(sections.changeSection, token.caller, { sectionUid: dairy, name: 'Fridge' });
		await world.ask(sections.changeSection, ada, { sectionUid: dairy, name: 'Cooled' });
		expect(await undo()).toMatchObject({ undone: 0, skipped: [{ listUid }] });
		expect(await state()).toMatchObject([{ name: 'Cooled' }]);
	});

	it('leaves sections when the list may no longer be edited', async () => {
		await world.ask(sections.changeSection, token.caller, { sectionUid: dairy, name: 'Fridge' });
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_PRIVATE' });
		const { list } = await world.ask(lists.getList, ada, { listUid });
		world.setClock(new Date(world.now().getTime() + 60_000));
		expect(await undo()).toMatchObject({ undone: 0, skipped: [{ listUid }] });
		expect(await state()).toMatchObject([{ name: 'Fridge' }]);
		expect((await world.ask(lists.getList, ada, { listUid })).list).toEqual(list);
	});

	it('restores a section although the list was renamed since', async () => {
		await world.ask(sections.changeSection, token.caller, { sectionUid: dairy, name: 'Fridge' });
		await world.ask(lists.renameList, ada, { listUid, name: 'Market' });
		expect(await undo()).toMatchObject({ undone: 1, skipped: [] });
	});
});
