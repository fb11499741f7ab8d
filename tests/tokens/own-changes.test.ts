// A token's own changes, as it sees them itself, and undoing them: one change, or all since a moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const longAgo = '2020-01-01T00:00:00Z';

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let minute = 0;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	/** A list with milk and eggs, and a token of its owner. Each step is a minute later. */
	async function scene(abilities = { read: true, write: true, delete: true }) {
		const ada = await world.member(`Ada ${(minute += 1)}`);
		const { uid: listUid } = await world.listOf(ada);
		const bodies = [{ label: 'milk' }, { label: 'eggs' }];
		const added = await world.ask(items.addItems, ada, { listUid, items: bodies });
		const [milk = '', eggs = ''] = added.items.map(({ uid }) => uid);
		const { caller, uid: tokenUid } = await world.tokenOf(ada, { abilities });
		const on = async () => (await world.ask(lists.getList, ada, { listUid })).items;
		const changes = async () => (await world.ask(tokens.getOwnChanges, caller, {})).changes;
		const undo = (given: { numbers?: number[]; since?: string; dryRun?: boolean }) =>
			world.ask(tokens.undoOwnChanges, caller, given);
		const later = () => world.setClock(new Date(world.now().getTime() + 60_000));
		return { ada, listUid, milk, eggs, caller, tokenUid, on, changes, undo, later };
	}

	it('a token sees its own changes, latest first, and none by others', async () => {
		const { ada, caller, milk, eggs, changes, later } = await scene();
		await world.ask(items.tickItem, caller, { itemUid: milk, done: true });
		later();
		await world.ask(items.changeItem, caller, { itemUid: eggs, label: 'duck eggs' });
		await world.ask(items.tickItem, ada, { itemUid: eggs, done: true });
		expect(await changes()).toMatchObject([
			{ kind: 'item.changed', label: 'duck eggs', isUndone: false },
			{ kind: 'item.ticked', label: 'milk', isUndone: false }
		]);
		const since = world.now().toISOString();
		const { changes: late } = await world.ask(tokens.getOwnChanges, caller, { since });
		expect(late.map(({ kind }) => kind)).toEqual(['item.changed']);
		for (const operation of [tokens.getOwnChanges, tokens.undoOwnChanges])
			await expect(world.ask(operation, ada, { since })).rejects.toMatchObject({
				kind: 'forbidden'
			});
	});

	it.each([['the name first'], ['the sections first']])(
		'undoes what it did to a list and to its sections, %s',
		async (order) => {
			const { ada, listUid, caller, undo, later } = await scene();
			const steps = [
				() => world.ask(lists.renameList, caller, { listUid, name: 'After' }),
				() => world.ask(sections.createSection, caller, { listUid, name: 'Dairy' })
			];
			for (const step of order === 'the name first' ? steps : steps.toReversed()) {
				await step();
				later();
			}
			const { undone, skipped, changes } = await undo({ since: longAgo });
			expect({ undone, skipped }).toEqual({ undone: 2, skipped: [] });
			expect(changes.map(({ kind }) => kind).toSorted()).toEqual([
				'list.changed',
				'list.sectioned'
			]);
			const { list } = await world.ask(lists.getList, ada, { listUid });
			expect(list.name).not.toBe('After');
			const left = await world.ask(sections.getSections, ada, { listUid });
			expect(left.sections).toEqual([]);
		}
	);

	it('undoes a pin once, also where others pinned the list, and leaves one that the member has set since', async () => {
		const { ada, listUid, caller, undo, later } = await scene();
		const isPinned = async () => (await world.ask(lists.getList, ada, { listUid })).list.isPinned;
		const pin = (by: MemberCaller, pinned: boolean) =>
			world.ask(lists.pinList, by, { listUid, pinned });
		const cleo = await world.member(`Cleo ${(minute += 1)}`);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		await pin(caller, true);
		await pin(cleo, true);
		later();
		expect(await undo({ since: longAgo })).toMatchObject({ undone: 1, skipped: [] });
		expect(await isPinned()).toBe(false);
		expect(await undo({ since: longAgo })).toMatchObject({ undone: 0, skipped: [] });
		await pin(caller, true);
		later();
		await pin(ada, false);
		await pin(ada, true);
		const { skipped } = await undo({ since: longAgo });
		expect(skipped).toMatchObject([{ listUid, reason: `${ada.member.name} changed it since.` }]);
		expect(await isPinned()).toBe(true);
	});

	it('counts an item that it moved to another list as one change', async () => {
		const { ada, milk, caller, undo } = await scene();
		const { uid: toListUid } = await world.listOf(ada);
		await world.ask(items.moveItem, caller, { itemUid: milk, toListUid });
		expect(await undo({ since: longAgo })).toMatchObject({ undone: 1, changes: [{}] });
	});

	it('counts as many changes as it lists, where one call changed a list in two ways', async () => {
		const { listUid, caller, undo } = await scene();
		await world.ask(lists.changeList, caller, { listUid, name: 'After', addsOnTop: true });
		const dry = await undo({ since: longAgo, dryRun: true });
		expect(dry.changes).toHaveLength(dry.undone);
		const { undone, changes } = await undo({ numbers: dry.changes.map(({ number }) => number) });
		expect(undone).toBe(dry.undone);
		expect(changes).toHaveLength(undone);
	});

	it('does not name the list that an item has left for one out of its reach', async () => {
		const ada = await world.member(`Ada ${(minute += 1)}`);
		const [near, far] = [await world.listOf(ada), await world.listOf(ada)];
		const { items: added } = await world.ask(items.addItems, ada, {
			listUid: near.uid,
			items: [{ label: 'milk' }]
		});
		const itemUid = added[0]?.uid ?? '';
		const { caller } = await world.tokenOf(ada, { listUids: [near.uid] });
		await world.ask(items.tickItem, caller, { itemUid, done: true });
		await world.ask(items.moveItem, ada, { itemUid, toListUid: far.uid });
		const { skipped } = await world.ask(tokens.undoOwnChanges, caller, { since: longAgo });
		expect(skipped).toMatchObject([{ itemUid: '', listUid: '' }]);
	});

	it('does not name an item that is in the trash since', async () => {
		const { ada, listUid, milk, caller, undo } = await scene();
		await world.ask(items.tickItem, caller, { itemUid: milk, done: true });
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		const { skipped } = await undo({ since: longAgo });
		expect(skipped).toMatchObject([{ itemUid: '', listUid }]);
	});

	it('undoes one change once, reports it, and leaves the others', async () => {
		const { caller, milk, eggs, on, changes, undo } = await scene();
		await world.ask(items.tickItem, caller, { itemUid: milk, done: true });
		await world.ask(items.changeItem, caller, { itemUid: eggs, label: 'duck eggs' });
		const [renamed, ticked] = await changes();
		const numbers = [ticked?.number ?? 0];
		const preview = await undo({ numbers, dryRun: true });
		expect(preview).toMatchObject({ undone: 1, skipped: [], changes: [{ label: 'milk' }] });
		expect((await on())[0]?.done).toBe(true);
		expect(await undo({ numbers })).toMatchObject({
			undone: 1,
			changes: [{ number: ticked?.number, isUndone: true }]
		});
		expect(await on()).toMatchObject([{ label: 'milk', done: false }, { label: 'duck eggs' }]);
		expect(await changes()).toMatchObject([
			{ number: renamed?.number, isUndone: false },
			{ number: ticked?.number, isUndone: true }
		]);
		expect(await undo({ numbers })).toMatchObject({ undone: 0, changes: [] });
	});

	it('undoes the changes of one thing only from the last', async () => {
		const { caller, milk, on, changes, undo, later } = await scene();
		await world.ask(items.changeItem, caller, { itemUid: milk, label: 'oat milk' });
		later();
		await world.ask(items.changeItem, caller, { itemUid: milk, label: 'soy milk' });
		const [second, first] = (await changes()).map(({ number }) => number);
		if (!first || !second) throw new Error('both changes are listed');
		expect(await undo({ numbers: [first] })).toMatchObject({
			undone: 0,
			skipped: [
				{ itemUid: milk, reason: `You changed it again since; undo change ${second} first.` }
			]
		});
		await undo({ numbers: [second] });
		expect((await on())[0]?.label).toBe('oat milk');
		await undo({ numbers: [first] });
		expect((await on())[0]?.label).toBe('milk');
	});

	it('undoes all changes since a moment, except where somebody has changed the thing since', async () => {
		const { ada, listUid, caller, milk, eggs, on, undo } = await scene();
		const before = await on();
		const { uid: toListUid } = await world.listOf(ada, 'Hardware');
		await world.ask(items.moveItems, caller, { itemUids: [milk], toListUid });
		await world.ask(items.addItems, caller, { listUid, items: [{ label: 'balloons' }] });
		await world.ask(items.tickItem, caller, { itemUid: eggs, done: true });
		await world.ask(items.changeItem, ada, { itemUid: eggs, quantity: '12' });
		const undone = await undo({ since: longAgo });
		expect(undone.skipped).toMatchObject([{ itemUid: eggs, reason: /changed it since/ }]);
		const after = await on();
		expect(after[0]).toEqual(before[0]);
		expect(after.slice(1)).toMatchObject([{ label: 'eggs', done: true, quantity: '12' }]);
	});

	it('undoes a move to another list by its single number', async () => {
		const { ada, caller, milk, on, changes, undo } = await scene();
		const { uid: toListUid } = await world.listOf(ada, 'Hardware');
		await world.ask(items.moveItems, caller, { itemUids: [milk], toListUid });
		const [moved, ...others] = await changes();
		expect([moved?.kind, others]).toEqual(['item.moved', []]);
		expect(await undo({ numbers: [moved?.number ?? 0] })).toMatchObject({ skipped: [] });
		expect((await on()).map(({ label }) => label)).toEqual(['milk', 'eggs']);
	});

	it('a token that may not delete does not delete by undoing', async () => {
		const { listUid, caller, milk, on, undo } = await scene({
			read: true,
			write: true,
			delete: false
		});
		const { items: added } = await world.ask(items.addItems, caller, {
			listUid,
			items: [{ label: 'balloons' }]
		});
		await world.ask(items.changeItem, caller, { itemUid: added[0]?.uid ?? '', quantity: '9' });
		await world.ask(items.tickItem, caller, { itemUid: milk, done: true });
		const { skipped } = await undo({ since: longAgo });
		expect(skipped).toMatchObject([
			{ reason: 'Undoing this deletes something, which this access token may not do.' }
		]);
		expect(await on()).toMatchObject([{ done: false }, {}, { label: 'balloons' }]);
	});

	it('its member can undo the rest afterwards, and what was undone stays undone', async () => {
		const { ada, caller, tokenUid, milk, eggs, on, changes, undo, later } = await scene();
		const before = await on();
		await world.ask(items.changeItem, caller, { itemUid: milk, label: 'oat milk' });
		later();
		await world.ask(items.changeItem, caller, { itemUid: eggs, label: 'duck eggs' });
		await undo({ numbers: [(await changes())[0]?.number ?? 0] });
		const all = { tokenUid, since: longAgo };
		expect(await world.ask(tokens.undoToken, ada, all)).toEqual({ undone: 1, skipped: [] });
		expect(await on()).toEqual(before);
	});

	it('needs either numbers or a moment, and accepts only numbers of its own', async () => {
		const { undo } = await scene();
		const other = await scene();
		await world.ask(items.tickItem, other.caller, { itemUid: other.milk, done: true });
		const [foreign] = await other.changes();
		for (const given of [{}, { numbers: [1], since: longAgo }])
			await expect(undo(given)).rejects.toMatchObject({ kind: 'malformed' });
		for (const number of [
			foreign?.number ?? 0,
			-1,
			999_999_999,
			2 ** 31,
			-(2 ** 31) - 1,
			Number.MAX_SAFE_INTEGER
		])
			await expect(undo({ numbers: [number] })).rejects.toMatchObject({
				message: `There is no change ${number} of this token. Nothing was undone.`
			});
	});
});
