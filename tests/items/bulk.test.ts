// Operations on several items at once, and those that only assistants have.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items, namingSections } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { countStatements } from '../support/count-statements.ts';
import { outcome, outcomes } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: Caller;
	let ben: Awaited<ReturnType<World['member']>>;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
		ben = await world.member('Ben');
	});
	afterAll(() => world.close());

	/** A list of Ada's with these items. */
	async function listWith(...labels: string[]) {
		const { uid: listUid } = await world.listOf(ada);
		const bodies = labels.map((label) => ({ label }));
		const added = await world.ask(items.addItems, ada, { listUid, items: bodies });
		return { listUid, itemUids: added.items.map(({ uid }) => uid) };
	}

	const on = async (listUid: string) =>
		(await world.ask(lists.getList, ada, { listUid })).items.map(({ label, done }) =>
			done ? `${label} ✓` : label
		);

	const kindsAfter = async (number: number) =>
		(
			await world.database.reader.change.findMany({
				where: { number: { gt: number } },
				orderBy: { number: 'asc' }
			})
		).map(({ kind }) => kind);

	const latest = async () =>
		(await world.database.reader.change.aggregate({ _max: { number: true } }))._max.number ?? 0;

	it('moving many looks at the list that they come to once', async () => {
		const labels = Array.from({ length: 20 }, (_, number) => `item ${number}`);
		const { itemUids } = await listWith(...labels);
		const { listUid: toListUid } = await listWith('milk');
		const counts = await countStatements(
			() => world.ask(items.moveItems, ada, { itemUids, toListUid }),
			/COUNT\(\*\)/
		);
		expect(await on(toListUid)).toEqual([...labels, 'milk']);
		const all = await countStatements(() =>
			world.ask(items.moveItems, ada, { itemUids: itemUids.toReversed(), toListUid })
		);
		expect(await on(toListUid)).toEqual([...labels.toReversed(), 'milk']);
		expect(counts).toBeLessThanOrEqual(2);
		expect(all).toBeLessThanOrEqual(3 * labels.length);
	});

	it('moving several names the first that is missing, also into a section by its name', async () => {
		const { itemUids } = await listWith('milk');
		const missing = { itemUids: ['itm_gone', ...itemUids, 'itm_lost'] };
		const moves = [missing, { ...missing, sectionName: 'Dairy' }];
		for (const move of moves)
			await expect(world.ask(namingSections.moveItems, ada, move)).rejects.toThrow(/itm_gone/);
	});

	it('restoring many takes no more statements than restoring two', async () => {
		const { listUid, itemUids } = await listWith(
			...Array.from({ length: 20 }, (_, n) => `item ${n}`)
		);
		await world.ask(items.deleteItems, ada, { itemUids });
		const restoring = (uids: string[]) =>
			countStatements(() => world.ask(trash.restoreEntries, ada, { uids }));
		const ofTwo = await restoring(itemUids.slice(0, 2));
		expect(await restoring(itemUids.slice(2))).toBe(ofTwo);
		expect(await on(listUid)).toHaveLength(20);
	});

	it('ticking records changes only for items that were open, and keeps who ticked an item first', async () => {
		const { listUid, itemUids } = await listWith('milk', 'eggs', 'bread');
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true });
		await world.ask(items.tickItem, ben, { itemUid: itemUids[1] ?? '', done: true });
		const before = await latest();
		const ticked = await world.ask(items.tickItems, ada, { itemUids, done: true });
		expect(ticked.items.map(({ label, doneByName }) => [label, doneByName])).toEqual([
			['milk', 'Ada'],
			['eggs', 'Ben'],
			['bread', 'Ada']
		]);
		expect(await kindsAfter(before)).toEqual(['item.ticked', 'item.ticked']);
		await world.ask(items.tickItems, ada, { itemUids, done: true });
		expect((await kindsAfter(before)).length).toBe(2);
	});

	it('an item that is named twice counts once', async () => {
		const { listUid, itemUids } = await listWith('milk', 'eggs');
		const [milk = '', eggs = ''] = itemUids;
		const twice = [milk, eggs, milk];
		const ticked = await world.ask(items.tickItems, ada, { itemUids: twice, done: true });
		expect(ticked.items.map(({ uid }) => uid)).toEqual([milk, eggs]);
		expect(
			(await world.ask(items.moveItems, ada, { itemUids: [eggs, milk, eggs] })).movedCount
		).toBe(2);
		expect(await on(listUid)).toEqual(['eggs ✓', 'milk ✓']);
		expect((await world.ask(items.deleteItems, ada, { itemUids: twice })).removedCount).toBe(2);
		expect((await world.ask(trash.restoreEntries, ada, { uids: twice })).restoredCount).toBe(2);
	});

	it('items of several lists are placed in the order in which they are named', async () => {
		const one = await listWith('milk', 'eggs');
		const two = await listWith('soap', 'rice', 'salt');
		const [milk = '', eggs = ''] = one.itemUids;
		const [soap = '', rice = '', salt = ''] = two.itemUids;
		await world.ask(items.moveItems, ada, {
			itemUids: [eggs, salt, milk],
			toListUid: two.listUid,
			afterItemUid: soap
		});
		expect(await on(two.listUid)).toEqual(['soap', 'eggs', 'salt', 'milk', 'rice']);
		expect(await on(one.listUid)).toEqual([]);
		await world.ask(items.moveItems, ada, { itemUids: [rice, milk], afterItemUid: rice });
		expect(await on(two.listUid)).toEqual(['soap', 'eggs', 'salt', 'rice', 'milk']);
	});

	it('no item is changed when one of them is unknown, or on an archived or read-only list', async () => {
		const { listUid, itemUids } = await listWith('milk');
		const { uid: seen } = await world.listOf(ben, 'Rota');
		const added = await world.ask(items.addItem, ben, { listUid: seen, label: 'bins' });
		await world.ask(lists.shareList, ben, { listUid: seen, sharing: 'SHARING_INSTANCE' });
		const { listUid: away, itemUids: awayUids } = await listWith('tent');
		await world.ask(lists.archiveList, ada, { listUid: away, archived: true });
		const before = await latest();
		for (const [other, kind] of [
			[added.item.uid, 'forbidden'],
			[awayUids[0] ?? '', 'not-yet'],
			['itm_none', 'missing']
		] as const) {
			const both = [...itemUids, other];
			const changes = both.map((itemUid) => ({ itemUid, label: 'x' }));
			expect(await outcome(world.ask(items.tickItems, ada, { itemUids: both, done: true }))).toBe(
				kind
			);
			expect(await outcome(world.ask(items.deleteItems, ada, { itemUids: both }))).toBe(kind);
			expect(await outcome(world.ask(items.moveItems, ada, { itemUids: both }))).toBe(kind);
			expect(await outcome(world.ask(items.changeItems, ada, { items: changes }))).toBe(kind);
		}
		expect(await on(listUid)).toEqual(['milk']);
		expect(await latest()).toBe(before);
	});

	it('more than 200 items at once, and none, are refused', async () => {
		const many = Array.from({ length: 201 }, (_, index) => `itm_${index}`);
		for (const itemUids of [[], many]) {
			expect(await outcome(world.ask(items.tickItems, ada, { itemUids, done: true }))).toBe(
				'malformed'
			);
			expect(await outcome(world.ask(items.moveItems, ada, { itemUids }))).toBe('malformed');
			expect(await outcome(world.ask(items.deleteItems, ada, { itemUids }))).toBe('malformed');
		}
		expect(await outcome(world.ask(trash.restoreEntries, ada, { uids: many }))).toBe('malformed');
	});

	it('concurrent changes to items of the same lists, in every order, never deadlock', async () => {
		const made = [await listWith('milk', 'eggs'), await listWith('soap', 'rice')];
		const all = made.flatMap(({ itemUids }) => itemUids);
		const orders = [all, all.toReversed(), [...all.slice(2), ...all.slice(0, 2)]];
		const asked = Array.from({ length: 12 }, (_, index) => {
			const itemUids = orders[index % 3] ?? all;
			if (index % 4 === 0)
				return world.ask(items.tickItems, ada, { itemUids, done: index % 8 === 0 });
			if (index % 4 === 1)
				return world.ask(items.moveItems, ada, {
					itemUids,
					toListUid: made[index % 2]?.listUid ?? ''
				});
			const quantity = String(index);
			return world.ask(items.changeItems, ada, {
				items: itemUids.map((itemUid) => ({ itemUid, quantity }))
			});
		});
		expect(new Set(await outcomes(asked))).toEqual(new Set(['done']));
		const there = await Promise.all(
			made.map(({ listUid }) => world.ask(lists.getList, ada, { listUid }))
		);
		const quantities = there.flatMap(({ items: found }) => found.map(({ quantity }) => quantity));
		expect([quantities.length, new Set(quantities).size]).toEqual([4, 1]);
	});

	it('concurrent additions to one note are all kept', async () => {
		const { itemUids } = await listWith('milk');
		const itemUid = itemUids[0] ?? '';
		const texts = Array.from({ length: 10 }, (_, index) => `line ${index}`);
		await Promise.all(texts.map((text) => world.ask(items.appendToNote, ada, { itemUid, text })));
		const { item } = await world.ask(items.getItem, ada, { itemUid });
		expect(item.note.split('\n').sort()).toEqual(texts);
		const long = 'x'.repeat(64_000);
		expect(await outcome(world.ask(items.appendToNote, ada, { itemUid, text: long }))).toBe(
			'malformed'
		);
		expect(await outcome(world.ask(items.appendToNote, ada, { itemUid, text: ' \n' }))).toBe(
			'malformed'
		);
		expect((await world.ask(items.getItem, ada, { itemUid })).item.note).toBe(item.note);
	});

	it('a list is renamed, archived and pinned in one step, or not at all', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Market');
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true });
		const { list } = await world.ask(lists.changeList, ada, {
			listUid,
			name: 'Old market',
			archived: true
		});
		expect(list).toMatchObject({ name: 'Old market', archivedByName: 'Ada', isPinned: false });
		const his = await world.ask(lists.changeList, ben, { listUid, pinned: true });
		expect(his.list.isPinned).toBe(true);
		expect(
			await outcome(world.ask(lists.changeList, ben, { listUid, pinned: false, name: 'Mine' }))
		).toBe('forbidden');
		expect((await world.ask(lists.getList, ben, { listUid })).list.isPinned).toBe(true);
	});

	it('a token that may not read is told no lists in its reach', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Reach');
		const expiresAt = '2027-01-01T00:00:00.000Z';
		const given = { listUids: [listUid], expiresAt };
		const reader = await world.tokenOf(ada, { ...given, abilities: { read: true } });
		const writer = await world.tokenOf(ada, { ...given, abilities: { write: true } });
		expect(await world.ask(tokens.getReach, reader.caller, {})).toMatchObject({
			member: { name: 'Ada' },
			abilities: { read: true, write: false, delete: false },
			allLists: false,
			expiresAt,
			lists: [{ uid: listUid, name: 'Reach', canEdit: false, isOwner: true }]
		});
		expect((await world.ask(tokens.getReach, writer.caller, {})).lists).toEqual([]);
		const { members: people } = await world.ask(members.getPeople, reader.caller, {});
		expect(people.map(({ name }) => name)).toContain('Ada');
	});

	it('only its owner is told with whom a list is shared by name', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Reach');
		const cleo = await world.member('Cleo');
		const memberUids = [ben.member.uid, cleo.member.uid].sort();
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', memberUids });
		expect((await world.ask(lists.getSharing, ada, { listUid })).memberUids).toEqual(memberUids);
		expect(await world.ask(lists.getSharing, ben, { listUid })).toEqual({
			ownerName: 'Ada',
			sharing: 'SHARING_SPECIFIC',
			canEdit: false,
			memberUids: [],
			groupUids: [],
			members: [],
			groups: [],
			isPublic: false
		});
	});
});
