import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('undoing what a token did, on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it('restores everything except what somebody changed since, and the preview says so', async () => {
		const ada = await world.member('Ada');
		const list = await world.listOf(ada);
		const add = async (label: string) =>
			(await world.ask(items.addItem, ada, { listUid: list.uid, label, quantity: '1' })).item.uid;
		const [milk, eggs, bread, tea] = [
			await add('milk'),
			await add('eggs'),
			await add('bread'),
			await add('tea')
		];
		const { caller, uid: tokenUid } = await world.tokenOf(ada);
		const before = await world.ask(lists.getList, ada, { listUid: list.uid });

		await world.ask(items.changeItem, caller, { itemUid: milk, label: 'oat milk', quantity: '9' });
		await world.ask(items.changeItem, caller, { itemUid: milk, note: 'the organic one' });
		await world.ask(items.tickItem, caller, { itemUid: eggs, done: true });
		await world.ask(items.moveItem, caller, { itemUid: tea, afterItemUid: '' });
		await world.ask(items.deleteItem, caller, { itemUid: bread });
		await world.ask(items.addItem, caller, { listUid: list.uid, label: 'a thousand balloons' });
		await world.ask(lists.renameList, caller, { listUid: list.uid, name: 'HACKED' });
		await world.ask(items.changeItem, ada, { itemUid: eggs, quantity: '12' });

		const undo = { tokenUid, since: world.now().toISOString() };
		const preview = await world.ask(tokens.undoToken, ada, { ...undo, dryRun: true });
		expect(preview).toEqual({
			undone: 6,
			skipped: [{ itemUid: eggs, listUid: list.uid, reason: 'Ada changed it since.' }]
		});
		expect((await world.ask(lists.getList, ada, { listUid: list.uid })).list.name).toBe('HACKED');

		expect(await world.ask(tokens.undoToken, ada, undo)).toEqual(preview);
		const after = await world.ask(lists.getList, ada, { listUid: list.uid });
		expect(after.list.name).toBe('Groceries');
		const but = (all: typeof after.items) => all.filter(({ uid }) => uid !== eggs);
		expect(but(after.items)).toEqual(but(before.items));
		expect(after.items.map(({ uid }) => uid)).toEqual(before.items.map(({ uid }) => uid));
		expect(after.items[1]).toMatchObject({ done: true, quantity: '12' });
		expect((await world.ask(tokens.getTokenChanges, ada, { tokenUid })).changes.length).toBe(7);
	});

	it('is refused to everybody but its member', async () => {
		const [ada, ben] = [await world.member('Ada2'), await world.member('Ben2')];
		const { uid: tokenUid } = await world.tokenOf(ada);
		const undo = { tokenUid, since: '2020-01-01T00:00:00Z' };
		await expect(world.ask(tokens.undoToken, ben, undo)).rejects.toMatchObject({ kind: 'missing' });
		await expect(world.ask(tokens.getTokenChanges, ben, { tokenUid })).rejects.toMatchObject({
			kind: 'missing'
		});
	});
});
