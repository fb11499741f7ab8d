import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('what a token did on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let listUid: string, other: string;
	let token: Caller, tokenUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
	});
	beforeEach(async () => {
		await world.database.writer.list.deleteMany();
		[listUid, other] = [(await world.listOf(ada)).uid, (await world.listOf(ada, 'Other')).uid];
		const made = await world.tokenOf(ada);
		[token, tokenUid] = [made.caller, made.uid];
	});
	afterAll(() => world.close());

	const add = async (who: Caller, on: string, ...labels: string[]) =>
		(
			await world.ask(items.addItems, who, {
				listUid: on,
				items: labels.map((label) => ({ label }))
			})
		).items.map(({ uid }) => uid);
	const everything = async () => {
		const { lists: all } = await world.ask(lists.getLists, ada, { order: 'LIST_ORDER_NAME' });
		return Promise.all(
			all.map(async ({ uid, name, sharing }) => ({
				name,
				sharing,
				shares: await world.ask(lists.getShares, ada, { listUid: uid }),
				items: (await world.ask(lists.getList, ada, { listUid: uid })).items
			}))
		);
	};
	/** Writes so many items to the list, bypassing every rule. */
	const fill = (on: string, count: number) =>
		world.insert(
			'Item',
			Array.from({ length: count }, (_, place) => ({
				...{
					uid: `itm_${on.slice(4, 12)}${place}`,
					listUid: on,
					label: 'more',
					labelWords: 'more'
				},
				...{ rank: place, createdAt: world.now(), updatedAt: world.now() }
			}))
		);
	/** Undoes, and checks that the preview has announced the same result and that the Changes say what became of each item and list. */
	const undo = async (since = world.now().toISOString()) => {
		const preview = await world.ask(tokens.undoToken, ada, { tokenUid, since, dryRun: true });
		const [before, number] = [await placesOfItems(), await newestChange()];
		const done = await world.ask(tokens.undoToken, ada, { tokenUid, since });
		expect(preview).toEqual(done);
		const after = await placesOfItems();
		const told = await world.database.reader.change.findMany({ where: { number: { gt: number } } });
		const gone = await world.database.reader.list.findMany({ where: { deletedAt: { not: null } } });
		for (const { kind, listUid: on, itemUid } of told)
			if (itemUid)
				expect(kind).toBe(becameOf(on, before.get(itemUid) ?? '', after.get(itemUid) ?? ''));
			else if (kind === 'list.changed' || kind === 'list.deleted')
				expect(kind === 'list.deleted').toBe(gone.some(({ uid }) => uid === on));
		return done;
	};
	const newestChange = async () =>
		(await world.database.reader.change.aggregate({ _max: { number: true } }))._max.number ?? 0;
	/** The list that each item is on; "" for the trash. */
	const placesOfItems = async () => {
		const all = await world.database.reader.item.findMany();
		return new Map(all.map(({ uid, listUid: on, deletedAt }) => [uid, deletedAt ? '' : on]));
	};
	/** What became of an item on this list, as a kind of Change. */
	const becameOf = (on: string, from: string, to: string): string => {
		if ((from === on) === (to === on)) return 'item.changed';
		if (from && to) return 'item.moved';
		return to ? 'item.restored' : 'item.deleted';
	};
	const takesBack = async (act: () => Promise<unknown>) => {
		const before = await everything();
		await act();
		expect(await everything()).not.toEqual(before);
		expect((await undo()).skipped).toEqual([]);
		expect(await everything()).toEqual(before);
	};

	it('is undone where it moved items to another list', async () => {
		const [milk = '', bread = ''] = await add(ada, listUid, 'milk', 'bread', 'tea');
		const [nails = ''] = await add(ada, other, 'nails');
		await takesBack(async () => {
			await world.ask(items.moveItem, token, {
				itemUid: bread,
				toListUid: other,
				afterItemUid: nails
			});
			await world.ask(items.moveItem, token, { itemUid: milk, toListUid: other });
			await world.ask(items.moveItem, token, { itemUid: milk, afterItemUid: nails });
		});
	});

	it('is undone where it exchanged items of two lists', async () => {
		const [milk = '', bread = ''] = await add(ada, listUid, 'milk', 'bread');
		const [nails = ''] = await add(ada, other, 'nails');
		await takesBack(async () => {
			for (const itemUid of [milk, bread])
				await world.ask(items.moveItem, token, { itemUid, toListUid: other });
			await world.ask(items.moveItem, token, { itemUid: nails, toListUid: listUid });
		});
	});

	it('is undone where it deleted an item from the list that it had moved it to', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await takesBack(async () => {
			await world.ask(items.moveItem, token, { itemUid: milk, toListUid: other });
			await world.ask(items.deleteItem, token, { itemUid: milk });
		});
	});

	describe('where the list was renumbered', () => {
		const order = async () => {
			const { items: all } = await world.ask(lists.getList, ada, { listUid });
			return all.map(({ label }) => label).join(' ');
		};
		/**
		 * Moves two items below the first, until no rank is left between them and the list is renumbered. About a thousand moves would
		 * close the gap too.
		 */
		const numberAnew = async (who: Caller, first: string, ...two: string[]) => {
			const count = () =>
				world.database.reader.change.count({
					where: { listUid, kind: 'item.moved', everyItem: true }
				});
			const before = await count();
			const { rank } = await world.database.reader.item.findUniqueOrThrow({
				where: { uid: first }
			});
			expect(rank).toBe(0);
			for (const uid of two) {
				await world.ask(items.moveItem, who, { itemUid: uid, afterItemUid: first });
				if ((await count()) > before) return;
				await world.database.writer.item.update({
					where: { uid },
					data: { rank: Number.MIN_VALUE }
				});
			}
			throw new Error('the list was not renumbered');
		};
		let milk: string, bread: string, tea: string, salt: string, rice: string, oil: string;
		beforeEach(async () => {
			[milk = '', bread = '', tea = '', salt = '', rice = '', oil = ''] = await add(
				ada,
				listUid,
				...['milk', 'bread', 'tea', 'salt', 'rice', 'oil']
			);
		});

		it('is skipped for an item whose former place is no longer known, and the rest is undone', async () => {
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: oil });
			await world.ask(items.changeItem, token, { itemUid: milk, label: 'oats' });
			await numberAnew(ada, milk, rice, oil);
			const before = await order();
			expect(before).toMatch(/^oats (rice oil|oil rice) bread salt tea$/);
			const { undone, skipped } = await undo();
			const reason = expect.stringContaining('place');
			expect({ undone, skipped }).toEqual({
				undone: 1,
				skipped: [{ itemUid: tea, listUid, reason }]
			});
			expect(await order()).toBe(before.replace('oats', 'milk'));
		});

		it('is undone but for the place where the former place of an item is no longer known', async () => {
			const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Dry' });
			await world.ask(items.changeItem, token, { itemUid: tea, label: 'chai' });
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: oil });
			const { item: flour } = await world.ask(items.addItem, ada, {
				...{ listUid, label: 'flour', sectionUid: section.uid }
			});
			await world.ask(items.moveItem, token, { itemUid: bread, afterItemUid: flour.uid });
			await world.ask(items.moveItem, token, { itemUid: salt, afterItemUid: tea });
			await world.ask(items.deleteItem, token, { itemUid: salt });
			await numberAnew(ada, milk, rice, oil);
			expect((await undo()).skipped).toEqual([]);
			expect(await order()).toMatch(/^milk (rice oil|oil rice) tea (bread salt|salt bread) flour$/);
			const { sections: all } = await world.ask(sections.getSections, ada, { listUid });
			expect(all[0]?.itemUids).toEqual([flour.uid]);
		});

		it.each([
			[false, /^milk (rice oil|oil rice) salt bread tea$/],
			[true, /^bread tea milk (rice oil|oil rice) salt$/]
		])(
			'is undone for items that it moved to another list: they return to where new ones go (on top: %s)',
			async (addsOnTop, expected) => {
				await world.ask(lists.setAddsOnTop, ada, { listUid, addsOnTop });
				for (const itemUid of [bread, tea])
					await world.ask(items.moveItem, token, { itemUid, toListUid: other });
				await numberAnew(ada, milk, rice, oil);
				expect((await undo()).skipped).toEqual([]);
				expect(await order()).toMatch(expected);
			}
		);

		it('is undone for an item that is only removed, and for one that was moved later', async () => {
			const [salsa = ''] = await add(token, listUid, 'salsa');
			await world.ask(items.moveItem, token, { itemUid: salsa, afterItemUid: milk });
			await numberAnew(ada, milk, rice, oil);
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: milk });
			expect((await undo()).skipped).toEqual([]);
			expect(await order()).toMatch(/^milk (rice oil|oil rice) bread tea salt$/);
		});

		it('is skipped for an item that was moved after one renumbering and before another', async () => {
			await world.ask(items.changeItem, token, { itemUid: milk, label: 'oats' });
			await numberAnew(ada, milk, rice, oil);
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: milk });
			await world.database.writer.item.update({ where: { uid: milk }, data: { rank: 0 } });
			await numberAnew(ada, milk, rice, oil);
			const before = await order();
			expect(await undo()).toMatchObject({ undone: 1, skipped: [{ itemUid: tea }] });
			expect(await order()).toBe(before.replace('oats', 'milk'));
		});

		it('is undone where a section was deleted since by another undo, which numbers nothing anew', async () => {
			const before = await order();
			const second = await world.tokenOf(ada);
			await world.ask(sections.createSection, second.caller, { listUid, name: 'Dry' });
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: oil });
			const since = world.now().toISOString();
			await world.ask(tokens.undoToken, ada, { tokenUid: second.uid, since });
			expect((await undo()).skipped).toEqual([]);
			expect(await order()).toBe(before);
		});

		it('is undone where the token’s own move caused it', async () => {
			const before = await order();
			// No rank is left between milk and bread, and tea has a low one.
			for (const [uid, rank] of [
				[bread, Number.MIN_VALUE],
				[tea, 500]
			] as const)
				await world.database.writer.item.update({ where: { uid }, data: { rank } });
			await world.ask(items.moveItem, token, { itemUid: tea, afterItemUid: milk });
			expect(
				await world.database.reader.change.count({ where: { listUid, everyItem: true } })
			).toBe(1);
			expect((await undo()).skipped).toEqual([]);
			expect(await order()).toBe(before);
		});

		it('is undone where it deleted a section', async () => {
			const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Dry' });
			await world.ask(items.moveItem, ada, { itemUid: tea, sectionUid: section.uid });
			await world.ask(sections.deleteSection, token, { sectionUid: section.uid });
			await numberAnew(ada, milk, rice, oil);
			expect((await undo()).skipped).toEqual([]);
			const { sections: all } = await world.ask(sections.getSections, ada, { listUid });
			expect(all).toEqual([{ uid: section.uid, name: 'Dry', itemUids: [tea] }]);
		});
	});

	it('is undone where the section and the neighbour of an item are gone', async () => {
		const [milk = '', bread = ''] = await add(ada, listUid, 'milk', 'bread', 'tea');
		const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Dry' });
		await world.ask(items.moveItem, ada, { itemUid: milk, sectionUid: section.uid });
		await world.ask(items.moveItem, ada, { itemUid: bread, afterItemUid: milk });
		await world.ask(items.changeItem, token, { itemUid: bread, label: 'HACKED' });
		await world.ask(items.moveItem, token, { itemUid: bread, sectionUid: '' });
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		await world.ask(sections.deleteSection, ada, { sectionUid: section.uid });
		expect((await undo()).skipped).toEqual([]);
		const { items: all } = await world.ask(lists.getList, ada, { listUid });
		expect(all.map(({ label }) => label).sort()).toEqual(['bread', 'tea']);
	});

	it('is undone where it renamed or shared lists, or stopped sharing them', async () => {
		const { group } = await world.ask(groups.createGroup, ada, { name: 'kids' });
		const named = { memberUids: [ben.member.uid], groupUids: [group.uid], canEdit: true };
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', ...named });
		await takesBack(async () => {
			await world.ask(lists.renameList, token, { listUid, name: 'Zoo' });
			await world.ask(lists.shareList, token, { listUid, sharing: 'SHARING_PRIVATE' });
			await world.ask(lists.shareList, token, {
				listUid: other,
				sharing: 'SHARING_INSTANCE',
				canEdit: true
			});
		});
		expect((await world.ask(lists.getList, ben, { listUid })).list.canEdit).toBe(true);
		expect(await outcome(world.ask(lists.getList, ben, { listUid: other }))).toBe('missing');
	});

	it('is undone where it created lists and filled, renamed and shared them', async () => {
		await takesBack(async () => {
			const { list } = await world.ask(lists.createList, token, { name: 'Spam' });
			const [spam = ''] = await add(token, list.uid, 'spam', 'more spam');
			await world.ask(items.tickItem, token, { itemUid: spam, done: true });
			await world.ask(lists.renameList, token, { listUid: list.uid, name: 'Spam!' });
			await world.ask(lists.setAddsOnTop, token, { listUid: list.uid, addsOnTop: true });
			await world.ask(lists.shareList, token, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
		});
	});

	it('is undone where it copied a list', async () => {
		await add(ada, listUid, 'milk', 'bread');
		await takesBack(() => world.ask(lists.duplicateList, token, { listUid }));
	});

	it('is undone where it deleted lists, with what it did on them before', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await takesBack(async () => {
			await world.ask(items.changeItem, token, { itemUid: milk, label: 'oat milk' });
			await add(token, listUid, 'spam');
			await world.ask(lists.deleteList, token, { listUid });
		});
	});

	it('is undone where it cleared ticked items', async () => {
		const [milk = '', bread = ''] = await add(ada, listUid, 'milk', 'bread', 'tea');
		for (const itemUid of [milk, bread])
			await world.ask(items.tickItem, ada, { itemUid, done: true });
		await takesBack(() => world.ask(lists.clearDone, token, { listUid }));
	});

	it('is undone where it archived lists, and where it unarchived them to change them', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await takesBack(async () => {
			await world.ask(items.tickItem, token, { itemUid: milk, done: true });
			await world.ask(lists.archiveList, token, { listUid, archived: true });
		});
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		const since = new Date(world.now().getTime() + 1000);
		world.setClock(since);
		await world.ask(lists.archiveList, token, { listUid, archived: false });
		await world.ask(items.changeItem, token, { itemUid: milk, label: 'HACKED' });
		await world.ask(lists.renameList, token, { listUid, name: 'HACKED' });
		await world.ask(lists.setAddsOnTop, token, { listUid, addsOnTop: true });
		expect(await undo(since.toISOString())).toMatchObject({ skipped: [] });
		const read = await world.ask(lists.getList, ada, { listUid });
		expect(read).toMatchObject({
			list: { name: 'Groceries', addsOnTop: false, archivedByName: 'Ada' },
			items: [{ label: 'milk' }]
		});
	});

	it('is undone where it restored something from the trash', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk', 'tea');
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		await world.ask(lists.deleteList, ada, { listUid: other });
		await takesBack(async () => {
			for (const uid of [milk, other]) await world.ask(trash.restore, token, { uid });
		});
	});

	it('stays where somebody has changed the same thing since, and says who', async () => {
		const [milk = '', bread = ''] = await add(ada, listUid, 'milk', 'bread');
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true });
		await world.ask(items.changeItem, token, { itemUid: milk, label: 'oat milk' });
		await world.ask(items.changeItem, token, { itemUid: bread, label: 'rye bread' });
		await world.ask(items.tickItem, ben, { itemUid: milk, done: true });
		const { list } = await world.ask(lists.createList, token, { name: 'New' });
		await add(ada, list.uid, 'worth keeping');
		expect(await undo()).toEqual({
			undone: 1,
			skipped: expect.arrayContaining([
				{ itemUid: milk, listUid, reason: 'Ben changed it since.' },
				{ itemUid: '', listUid: list.uid, reason: 'Ada changed it since.' }
			])
		});
		const { items: now } = await world.ask(lists.getList, ada, { listUid });
		expect(now.map(({ label }) => label)).toEqual(['oat milk', 'bread']);
		const { items: kept } = await world.ask(lists.getList, ada, { listUid: list.uid });
		expect(kept.map(({ label }) => label)).toEqual(['worth keeping']);
	});

	it('is undone where somebody has renamed another list since', async () => {
		await world.ask(lists.renameList, token, { listUid, name: 'HACKED' });
		await world.ask(lists.renameList, ada, { listUid: other, name: 'Pantry' });
		expect(await undo()).toEqual({ undone: 1, skipped: [] });
	});

	it('is undone where another token that added to the list was revoked since', async () => {
		await world.ask(lists.renameList, token, { listUid, name: 'HACKED' });
		const another = await world.tokenOf(ada);
		await add(another.caller, listUid, 'milk');
		await world.ask(tokens.revokeAccessToken, ada, { tokenUid: another.uid });
		expect(await undo()).toEqual({ undone: 1, skipped: [] });
	});

	it('stays where somebody moved the item to another list since, and changed it there', async () => {
		const [milk = '', rye = ''] = await add(ada, listUid, 'milk', 'rye');
		await world.ask(items.changeItem, token, { itemUid: milk, label: 'oat milk' });
		await world.ask(items.changeItem, token, { itemUid: rye, label: 'rye bread' });
		await world.ask(items.moveItem, ada, { itemUid: milk, toListUid: other });
		await world.ask(items.changeItem, ada, { itemUid: milk, quantity: '2 l' });
		expect(await undo()).toMatchObject({
			undone: 1,
			skipped: [{ itemUid: milk, listUid, reason: 'Ada changed it since.' }]
		});
	});

	it('stays where the token moved the item, and somebody changed it on the other list', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await world.ask(items.moveItem, token, { itemUid: milk, toListUid: other });
		await world.ask(items.tickItem, ada, { itemUid: milk, done: true });
		expect(await undo()).toMatchObject({ undone: 0, skipped: [{ itemUid: milk }] });
	});

	it('stays where its member has lost access to the list, or where the list is archived', async () => {
		const { uid: bens } = await world.listOf(ben, 'Ben’s');
		const share = (
			canEdit: boolean,
			sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE' = 'SHARING_INSTANCE'
		) => world.ask(lists.shareList, ben, { listUid: bens, sharing, canEdit });
		await share(true);
		const [itemUid = ''] = await add(token, bens, 'spam');
		await share(false);
		expect(await undo()).toEqual({
			undone: 0,
			skipped: [{ itemUid, listUid: bens, reason: 'You may not change its list.' }]
		});
		await share(false, 'SHARING_PRIVATE');
		expect(await undo()).toMatchObject({
			undone: 0,
			skipped: [{ reason: 'You can no longer reach its list.' }]
		});
		expect((await world.ask(tokens.getTokenChanges, ada, { tokenUid })).changes).toEqual([]);
		await share(true);
		await world.ask(lists.archiveList, ben, { listUid: bens, archived: true });
		expect(await undo()).toMatchObject({
			undone: 0,
			skipped: [{ reason: 'Its list is archived.' }]
		});
		expect(
			(await world.ask(lists.getList, ben, { listUid: bens })).items.map(({ label }) => label)
		).toEqual(['spam']);
	});

	it('is recorded as a change of the list that an item leaves and of the one that it returns to', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await world.ask(items.moveItem, token, { itemUid: milk, toListUid: other });
		const { number } = await world.database.reader.change.findFirstOrThrow({
			orderBy: { number: 'desc' }
		});
		await undo();
		const told = await world.database.reader.change.findMany({ where: { number: { gt: number } } });
		const onItem = told.filter(({ itemUid }) => itemUid === milk);
		expect(onItem.map((change) => change.listUid).sort()).toEqual([listUid, other].sort());
	});

	it('stays where the list that an item would return to is full', { timeout: 60_000 }, async () => {
		const [milk = '', tea = ''] = await add(ada, listUid, 'milk', 'tea');
		await world.ask(items.moveItem, token, { itemUid: milk, toListUid: other });
		await world.ask(items.deleteItem, token, { itemUid: tea });
		await fill(listUid, 9_999);
		const full = 'Its list holds 10,000 items, the most a list can.';
		expect(await undo()).toMatchObject({ undone: 1, skipped: [{ reason: full }] });
		const where = { listUid, deletedAt: null };
		expect(await world.database.reader.item.count({ where })).toBe(10_000);
	});

	it('is undone where it renamed an archived list, which stays archived and shared', async () => {
		const memberUids = [ben.member.uid];
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', memberUids });
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		const read = async () => ({
			...(await world.ask(lists.getList, ada, { listUid })),
			...(await world.ask(lists.getShares, ada, { listUid }))
		});
		const before = await read();
		await world.ask(lists.renameList, token, { listUid, name: 'Market' });
		expect((await undo()).skipped).toEqual([]);
		expect(await read()).toEqual(before);
	});

	describe('with pins', () => {
		const pin = (pinned: boolean, uid = listUid) =>
			world.ask(lists.pinList, token, { listUid: uid, pinned });
		const pins = () => world.database.reader.pin.count({ where: { memberUid: ada.member.uid } });

		it.each([[[true]], [[true, true]], [[true, false]], [[true, false, true]]])(
			'is undone, however often it changed one: %j',
			async (states) => {
				for (const pinned of states) await pin(pinned);
				expect((await undo()).skipped).toEqual([]);
				expect(await pins()).toBe(0);
			}
		);

		it('stays where its member has pinned or unpinned it since', async () => {
			await pin(true);
			await world.ask(lists.pinList, ada, { listUid, pinned: false });
			expect((await undo()).skipped).toMatchObject([{ reason: 'Ada changed it since.' }]);
			expect(await pins()).toBe(0);
		});

		it('stays where its member has lost the list', async () => {
			const { uid: bens } = await world.listOf(ben, 'Ben’s');
			const share = (sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE') =>
				world.ask(lists.shareList, ben, { listUid: bens, sharing });
			await share('SHARING_INSTANCE');
			await pin(true, bens);
			await share('SHARING_PRIVATE');
			expect(await undo()).toEqual({
				undone: 0,
				skipped: [{ itemUid: '', listUid: bens, reason: 'You can no longer reach its list.' }]
			});
		});
	});

	it('stays where its member has lost the list that it moved an item to, or from', async () => {
		const { uid: bens } = await world.listOf(ben, 'Ben’s');
		const share = (sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE') =>
			world.ask(lists.shareList, ben, { listUid: bens, sharing, canEdit: true });
		await share('SHARING_INSTANCE');
		const [milk = ''] = await add(ada, listUid, 'milk');
		const [nails = ''] = await add(ben, bens, 'nails');
		await world.ask(items.moveItem, token, { itemUid: milk, toListUid: bens });
		await world.ask(items.moveItem, token, { itemUid: nails, toListUid: listUid });
		await share('SHARING_PRIVATE');
		const places = await placesOfItems();
		const { undone, skipped } = await undo();
		const reason = 'You can no longer reach its list.';
		expect([undone, skipped.map((one) => one.reason)]).toEqual([0, [reason, reason]]);
		expect(await placesOfItems()).toEqual(places);
	});

	it('stays where it deleted something that nobody may restore any more, purged or not', async () => {
		const now = world.now();
		const [milk = ''] = await add(ada, listUid, 'milk');
		await world.ask(items.deleteItem, token, { itemUid: milk });
		await world.ask(lists.deleteList, token, { listUid: other });
		world.setClock(new Date(now.getTime() + 30 * 86_400_000));
		const { undone, skipped } = await undo(now.toISOString()).finally(() => world.setClock(now));
		const reason = 'It was deleted more than 30 days ago.';
		expect([undone, skipped.map((one) => one.reason)]).toEqual([0, [reason, reason]]);
	});

	it(
		'is undone on a full list that another item of the undo leaves',
		{ timeout: 60_000 },
		async () => {
			const [tea = ''] = await add(ada, listUid, 'tea');
			const [milk = ''] = await add(ada, other, 'milk');
			await world.ask(items.moveItem, token, { itemUid: tea, toListUid: other });
			await world.ask(items.moveItem, token, { itemUid: milk, toListUid: listUid });
			await fill(listUid, 9_999);
			expect(await undo()).toEqual({ undone: 2, skipped: [] });
			expect((await placesOfItems()).get(tea)).toBe(listUid);
		}
	);

	it('does not name who changed an item that is out of reach', async () => {
		const { uid: bens } = await world.listOf(ben, 'Ben’s');
		const { uid: secret } = await world.listOf(ben, 'Surprise');
		await world.ask(lists.shareList, ben, {
			listUid: bens,
			sharing: 'SHARING_INSTANCE',
			canEdit: true
		});
		const [cake = ''] = await add(token, bens, 'cake');
		await world.ask(items.moveItem, ben, { itemUid: cake, toListUid: secret });
		await world.ask(items.changeItem, ben, { itemUid: cake, label: 'surprise party for Ada' });
		expect(await undo()).toEqual({
			undone: 0,
			skipped: [{ itemUid: cake, listUid: bens, reason: 'You can no longer reach its list.' }]
		});
		const { changes } = await world.ask(tokens.getTokenChanges, ada, { tokenUid });
		expect(changes).toMatchObject([{ itemUid: cake, listName: 'Ben’s', label: '' }]);
	});

	it('is named in the trash only to members who could restore the entry', async () => {
		const { uid: bens } = await world.listOf(ben, 'Ben’s');
		const share = (canEdit: boolean) =>
			world.ask(lists.shareList, ben, { listUid: bens, sharing: 'SHARING_INSTANCE', canEdit });
		await share(true);
		await add(token, bens, 'cake');
		const [cake] = (await world.ask(lists.getList, ben, { listUid: bens })).items;
		await world.ask(items.deleteItem, ben, { itemUid: cake?.uid ?? '' });
		const labels = async () =>
			(await world.ask(tokens.getTokenChanges, ada, { tokenUid })).changes.map(
				({ label }) => label
			);
		expect(await labels()).toEqual(['cake']);
		const deletedAt = world.now();
		world.setClock(new Date(deletedAt.getTime() + 30 * 86_400_000));
		expect(await labels()).toEqual(['']);
		world.setClock(deletedAt);
		await share(false);
		expect(await labels()).toEqual(['']);
	});

	it('stays where it was done before the given moment', async () => {
		const [milk = ''] = await add(ada, listUid, 'milk');
		await world.ask(items.changeItem, token, { itemUid: milk, label: 'oat milk' });
		world.setClock(new Date(world.now().getTime() + 1000));
		const since = world.now().toISOString();
		await world.ask(items.changeItem, token, { itemUid: milk, label: 'soy milk', quantity: '9' });
		expect(await undo(since)).toEqual({ undone: 1, skipped: [] });
		expect((await world.ask(items.getItem, ada, { itemUid: milk })).item).toMatchObject({
			label: 'oat milk',
			quantity: ''
		});
	});

	it('is listed newest first with what it concerned, at most 200 changes', async () => {
		const [milk = ''] = await add(token, listUid, 'milk');
		await world.ask(items.tickItem, token, { itemUid: milk, done: true });
		// The first use is told to its member, and is no change of a list.
		await world.ask(tokens.noteTokenUse, token, {});
		await add(ada, listUid, 'mine');
		const shown = async () => (await world.ask(tokens.getTokenChanges, ada, { tokenUid })).changes;
		const at = world.now().toISOString();
		expect(await shown()).toEqual([
			{ kind: 'item.ticked', listUid, itemUid: milk, listName: 'Groceries', label: 'milk', at },
			{ kind: 'item.added', listUid, itemUid: milk, listName: 'Groceries', label: 'milk', at }
		]);
		await add(token, listUid, ...Array.from({ length: 199 }, (_, number) => `spam ${number}`));
		expect((await shown()).length).toBe(200);
		expect(await outcome(world.ask(tokens.getTokenChanges, token, { tokenUid }))).toBe('forbidden');
		expect(await outcome(world.ask(tokens.undoToken, token, { tokenUid, since: at }))).toBe(
			'forbidden'
		);
		expect(await outcome(world.ask(tokens.undoToken, ben, { tokenUid, since: at }))).toBe(
			'missing'
		);
	});
});
