import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('lists on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	let ben: Awaited<ReturnType<World['member']>>;

	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());

	const namesFor = async (caller: Caller, asked: Parameters<typeof askLists>[1] = {}) =>
		(await askLists(caller, asked)).lists.map(({ name }) => name);
	const askLists = (
		caller: Caller,
		asked: {
			status?: 'LIST_STATUS_ACTIVE' | 'LIST_STATUS_COMPLETED' | 'LIST_STATUS_ARCHIVED';
			order?: 'LIST_ORDER_UPDATED' | 'LIST_ORDER_NAME' | 'LIST_ORDER_OPEN';
		}
	) => world.ask(lists.getLists, caller, asked);
	const add = async (owner: Caller, listUid: string, labels: string[]) =>
		(await world.ask(items.addItems, owner, { listUid, items: labels.map((label) => ({ label })) }))
			.items;
	const share = (listUid: string, sharedEdit: boolean) =>
		world.database.writer.list.update({
			where: { uid: listUid },
			data: { sharing: 'SHARING_INSTANCE', sharedEdit }
		});

	it('keeps a new list private to its creator', async () => {
		const list = await world.listOf(ada);
		expect(list).toMatchObject({
			sharing: 'SHARING_PRIVATE',
			isOwner: true,
			canEdit: true,
			isPinned: false
		});
		expect(list).toMatchObject({ openCount: 0, doneCount: 0, archivedAt: '', archivedByName: '' });
		expect([list.createdAt, list.updatedAt]).toEqual([
			world.now().toISOString(),
			world.now().toISOString()
		]);
		await expect(world.ask(lists.getList, ben, { listUid: list.uid })).rejects.toMatchObject({
			kind: 'missing'
		});
		expect(await namesFor(ben)).toEqual([]);
	});

	it('finds a list by its exact name, else ignoring case and accents, and else suggests similar names', async () => {
		const fay = await world.member('Fay');
		const named = async (...names: string[]) => {
			const made = [];
			for (const name of names) made.push((await world.listOf(fay, name)).uid);
			return made;
		};
		const [café, capital, twin] = await named('Café', 'CAFÉ', 'Twin', 'Twin');
		const find = async (name: string, caller: Caller = fay) => {
			const { found, candidates } = await world.ask(lists.findLists, caller, { name });
			return [found.map(({ uid }) => uid), candidates.map((one) => one.name)] as const;
		};
		expect(await find('Café')).toEqual([[café], []]);
		const [found, names] = await find('cafe');
		expect([found, names.toSorted()]).toEqual([[café, capital].sort(), ['CAFÉ', 'Café']]);
		expect((await find('Twin'))[0]).toContain(twin);
		expect((await find('Twim'))[1]?.[0]).toBe('Twin');
		expect(await find('Café', await world.member('Gus'))).toEqual([[], []]);
		await world.ask(lists.archiveList, fay, { listUid: capital ?? '', archived: true });
		expect((await find('CAFÉ'))[0]).toEqual([capital]);
	});

	it('adds new items on top where its owner has set so, several in their order', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const labels = async (uid = listUid) =>
			(await world.ask(lists.getList, ada, { listUid: uid })).items.map(({ label }) => label);
		const setOnTop = (caller: Caller, addsOnTop: boolean) =>
			world.ask(lists.setAddsOnTop, caller, { listUid, addsOnTop });
		await add(ada, listUid, ['milk', 'eggs']);
		expect((await setOnTop(ada, true)).list.addsOnTop).toBe(true);
		await add(ada, listUid, ['jam', 'tea']);
		await add(ada, listUid, ['salt']);
		expect(await labels()).toEqual(['salt', 'jam', 'tea', 'milk', 'eggs']);
		await share(listUid, true);
		expect(await refusal(setOnTop(ben, false))).toMatchObject({
			kind: 'forbidden',
			message: 'Only the owner of a list can say where new items go.'
		});
		const copy = (await world.ask(lists.duplicateList, ada, { listUid })).list;
		expect(copy.addsOnTop).toBe(true);
		expect(await labels(copy.uid)).toEqual(await labels());
		await setOnTop(ada, false);
		await add(ada, listUid, ['rice']);
		expect((await labels()).at(-1)).toBe('rice');
		for (const uid of [listUid, copy.uid]) await world.ask(lists.deleteList, ada, { listUid: uid });
	});

	it('keeps items in the order in which they were added', async () => {
		const { uid: listUid } = await world.listOf(ada);
		await add(ada, listUid, ['milk', 'eggs', 'bread']);
		await add(ada, listUid, ['jam']);
		const { items: kept } = await world.ask(lists.getList, ada, { listUid });
		expect(kept.map((item) => item.label)).toEqual(['milk', 'eggs', 'bread', 'jam']);
	});

	it('lets its owner rename a list, and answers Ben alike for a missing list and for one that he cannot see', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { list } = await world.ask(lists.renameList, ada, { listUid, name: '  Weekly shop ' });
		expect(list.name).toBe('Weekly shop');
		const unseen = await refusal(world.ask(lists.renameList, ben, { listUid, name: 'Mine' }));
		const unknown = await refusal(
			world.ask(lists.renameList, ben, { listUid: 'lst_nowhere', name: 'Mine' })
		);
		expect(unseen).toEqual(unknown);
		expect(unseen.kind).toBe('missing');
	});

	it.each(['rename', 'archive', 'delete', 'shares'] as const)(
		'refuses Ben the %s of a list ada shared with him to edit',
		async (act) => {
			const { uid: listUid } = await world.listOf(ada);
			await share(listUid, true);
			const asked = {
				rename: () => world.ask(lists.renameList, ben, { listUid, name: 'Mine' }),
				archive: () => world.ask(lists.archiveList, ben, { listUid, archived: true }),
				delete: () => world.ask(lists.deleteList, ben, { listUid }),
				shares: () => world.ask(lists.getShares, ben, { listUid })
			};
			expect(await refusal<unknown>(asked[act]())).toMatchObject({
				kind: 'forbidden',
				message: expect.stringContaining('owner')
			});
			await world.ask(lists.deleteList, ada, { listUid });
		}
	);

	it('archives a list with its items and restores it, and both are idempotent', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Winter');
		const [coat] = await add(ada, listUid, ['coat']);
		const archived = await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect(archived.list).toMatchObject({
			archivedAt: world.now().toISOString(),
			archivedByName: 'Ada',
			openCount: 1
		});
		world.setClock(new Date(world.now().getTime() + 60_000));
		const again = await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect(again).toEqual(archived);
		expect(await namesFor(ada)).not.toContain('Winter');
		expect(await namesFor(ada, { status: 'LIST_STATUS_ARCHIVED' })).toEqual(['Winter']);
		const read = await world.ask(lists.getList, ada, { listUid });
		expect(read.items.map(({ label }) => label)).toEqual(['coat']);
		expect(
			await refusal(world.ask(items.tickItem, ada, { itemUid: coat?.uid ?? '', done: true }))
		).toMatchObject({ kind: 'not-yet' });
		expect(await refusal(add(ada, listUid, ['hat']))).toMatchObject({ kind: 'not-yet' });
		const { list } = await world.ask(lists.archiveList, ada, { listUid, archived: false });
		expect(list).toMatchObject({ archivedAt: '', archivedByName: '', openCount: 1 });
		expect(await namesFor(ada)).toContain('Winter');
	});

	it('puts a deleted list and its items out of reach', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Party');
		const [cake] = await add(ada, listUid, ['cake']);
		await world.ask(lists.deleteList, ada, { listUid });
		expect(await refusal(world.ask(lists.getList, ada, { listUid }))).toMatchObject({
			kind: 'missing'
		});
		expect(
			await refusal(world.ask(items.getItem, ada, { itemUid: cake?.uid ?? '' }))
		).toMatchObject({ kind: 'missing' });
		expect(await namesFor(ada)).not.toContain('Party');
		expect(await refusal(world.ask(lists.deleteList, ada, { listUid }))).toMatchObject({
			kind: 'missing'
		});
		const row = await world.database.reader.list.findUniqueOrThrow({ where: { uid: listUid } });
		expect(row).toMatchObject({
			deletedAt: world.now(),
			deletedByUid: ada.member.uid,
			deletedViaTokenUid: null
		});
	});

	it('pins and unpins a list only for Ben', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Chores');
		await share(listUid, false);
		await world.ask(lists.pinList, ben, { listUid, pinned: true });
		await world.ask(lists.pinList, ben, { listUid, pinned: true });
		expect((await world.ask(lists.getList, ben, { listUid })).list).toMatchObject({
			isPinned: true,
			canEdit: false
		});
		expect((await world.ask(lists.getList, ada, { listUid })).list.isPinned).toBe(false);
		await world.ask(lists.pinList, ada, { listUid, pinned: true });
		await world.ask(lists.pinList, ben, { listUid, pinned: false });
		expect((await world.ask(lists.getList, ben, { listUid })).list.isPinned).toBe(false);
		expect((await world.ask(lists.getList, ada, { listUid })).list.isPinned).toBe(true);
		await world.ask(lists.deleteList, ada, { listUid });
	});

	it('orders the lists of Cleo by pin and latest change, by name, and by what is open', async () => {
		const cleo = await world.member('Cleo');
		const made: Record<string, string> = {};
		for (const [name, open] of [
			['Éclairs', 1],
			['apples', 3],
			['Zoo', 0],
			['Baking', 2]
		] as const) {
			world.setClock(new Date(world.now().getTime() + 1000));
			made[name] = (await world.listOf(cleo, name)).uid;
			if (open > 0)
				await add(
					cleo,
					made[name],
					Array.from({ length: open }, (_, index) => `${name} ${index}`)
				);
		}
		expect(await namesFor(cleo)).toEqual(['Baking', 'Zoo', 'apples', 'Éclairs']);
		await world.ask(lists.pinList, cleo, { listUid: made['Éclairs'] ?? '', pinned: true });
		expect(await namesFor(cleo)).toEqual(['Éclairs', 'Baking', 'Zoo', 'apples']);
		expect(await namesFor(cleo, { order: 'LIST_ORDER_UPDATED' })).toEqual([
			'Baking',
			'Zoo',
			'apples',
			'Éclairs'
		]);
		expect(await namesFor(cleo, { order: 'LIST_ORDER_NAME' })).toEqual([
			'apples',
			'Baking',
			'Éclairs',
			'Zoo'
		]);
		expect(await namesFor(cleo, { order: 'LIST_ORDER_OPEN' })).toEqual([
			'apples',
			'Baking',
			'Éclairs',
			'Zoo'
		]);
	});

	it('calls a list completed when it has items and all are ticked', async () => {
		const dan = await world.member('Dan');
		const { uid: empty } = await world.listOf(dan, 'Empty');
		const { uid: half } = await world.listOf(dan, 'Half done');
		const { uid: done } = await world.listOf(dan, 'Done');
		const [first] = await add(dan, half, ['one', 'two']);
		const [only] = await add(dan, done, ['only']);
		for (const item of [first, only])
			await world.ask(items.tickItem, dan, { itemUid: item?.uid ?? '', done: true });
		expect((await namesFor(dan, { status: 'LIST_STATUS_ACTIVE' })).sort()).toEqual([
			'Empty',
			'Half done'
		]);
		expect(await namesFor(dan, { status: 'LIST_STATUS_COMPLETED' })).toEqual(['Done']);
		expect((await world.ask(lists.getList, dan, { listUid: half })).list).toMatchObject({
			openCount: 1,
			doneCount: 1
		});
		expect((await world.ask(lists.getList, dan, { listUid: empty })).list).toMatchObject({
			openCount: 0,
			doneCount: 0
		});
	});

	it.each(['add', 'change', 'tick', 'move'] as const)(
		'counts the %s of an item as a change of its list',
		async (act) => {
			const { uid: listUid } = await world.listOf(ada);
			const [milk, eggs] = await add(ada, listUid, ['milk', 'eggs']);
			world.setClock(new Date(world.now().getTime() + 60_000));
			const [itemUid, afterItemUid] = [milk?.uid ?? '', eggs?.uid ?? ''];
			const acts = {
				add: () => add(ada, listUid, ['jam']),
				change: () => world.ask(items.changeItem, ada, { itemUid, label: 'oat milk' }),
				tick: () => world.ask(items.tickItem, ada, { itemUid, done: true }),
				move: () => world.ask(items.moveItem, ada, { itemUid, afterItemUid })
			};
			await acts[act]();
			const { list } = await world.ask(lists.getList, ada, { listUid });
			expect(list.updatedAt).toBe(world.now().toISOString());
			expect(list.createdAt).not.toBe(list.updatedAt);
		}
	);

	it('copies the open items of a list that ada shared, in their order and without their history', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Camping');
		const [tent, stove] = await add(ada, listUid, ['tent', 'stove', 'rope', 'lamp']);
		await world.ask(items.changeItem, ada, {
			itemUid: stove?.uid ?? '',
			quantity: '2',
			note: 'the small ones\n',
			dueOn: '2026-12-01'
		});
		await world.ask(items.tickItem, ada, { itemUid: tent?.uid ?? '', done: true });
		await world.ask(items.moveItem, ada, { itemUid: stove?.uid ?? '', afterItemUid: '' });
		await share(listUid, false);
		const { list } = await world.ask(lists.duplicateList, ben, { listUid });
		expect(list).toMatchObject({
			name: 'Camping (copy)',
			sharing: 'SHARING_PRIVATE',
			isOwner: true,
			openCount: 3,
			doneCount: 0
		});
		const copy = await world.ask(lists.getList, ben, { listUid: list.uid });
		expect(copy.items.map(({ label }) => label)).toEqual(['stove', 'rope', 'lamp']);
		expect(copy.items[0]).toMatchObject({
			quantity: '2',
			note: 'the small ones\n',
			dueOn: '2026-12-01',
			addedByName: 'Ben'
		});
		const named = await world.ask(lists.duplicateList, ben, { listUid, name: 'Lake' });
		expect(named.list.name).toBe('Lake');
		await world.ask(lists.deleteList, ada, { listUid });
	});

	it('keeps the name of a copy within the limit', async () => {
		const name = '🎈'.repeat(198);
		const { uid: listUid } = await world.listOf(ada, name);
		expect((await world.ask(lists.duplicateList, ada, { listUid })).list.name).toBe(name);
	});
});

async function refusal<T>(asked: Promise<T>): Promise<{ kind: unknown; message: unknown }> {
	const thrown: unknown = await asked.then(
		() => new Error('it was not refused'),
		(reason: unknown) => reason
	);
	if (!(thrown instanceof Error)) throw thrown;
	return { kind: 'kind' in thrown ? thrown.kind : undefined, message: thrown.message };
}
