import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { tally } from '../support/credentials.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('items on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	let ben: Awaited<ReturnType<World['member']>>;

	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());

	/** A new list of ada's that ben may change, with these items. */
	async function groceries(...labels: string[]) {
		const { uid: listUid } = await world.listOf(ada);
		await world.database.writer.list.update({
			where: { uid: listUid },
			data: { sharing: 'SHARING_INSTANCE', sharedEdit: true }
		});
		return { listUid, uids: labels.length > 0 ? await add(ada, listUid, labels) : [] };
	}
	const add = async (who: Caller, listUid: string, labels: string[]) =>
		(
			await world.ask(items.addItems, who, { listUid, items: labels.map((label) => ({ label })) })
		).items.map(({ uid }) => uid);
	const on = async (listUid: string) => (await world.ask(lists.getList, ada, { listUid })).items;
	const labelsOn = async (listUid: string) => (await on(listUid)).map(({ label }) => label);
	const item = async (itemUid = '') => (await world.ask(items.getItem, ada, { itemUid })).item;
	const tick = (who: Caller, itemUid = '', done = true) =>
		world.ask(items.tickItem, who, { itemUid, done });
	const pass = (milliseconds: number) =>
		world.setClock(new Date(world.now().getTime() + milliseconds));

	it('are added with all their fields and the name of who added them', async () => {
		const { listUid } = await groceries();
		const given = {
			label: ' milk ',
			quantity: '2 l',
			dueOn: '2027-11-22',
			note: ' the blue one\n'
		};
		const { item: added } = await world.ask(items.addItem, ben, { listUid, ...given });
		expect(added).toMatchObject({
			...given,
			label: 'milk',
			done: false,
			doneAt: '',
			addedByName: 'Ben',
			addedViaToken: ''
		});
		expect(await item(added.uid)).toEqual(added);
	});

	it('carry the name of the token that added them until it is revoked, and then stay', async () => {
		const { listUid } = await groceries();
		const tablet = await world.tokenOf(ben, { name: 'kitchen tablet' });
		const { item: added } = await world.ask(items.addItem, tablet.caller, {
			listUid,
			label: 'salt'
		});
		expect(added).toMatchObject({ addedByName: 'Ben', addedViaToken: 'kitchen tablet' });
		expect(await item(added.uid)).toEqual(added);
		await world.database.writer.accessToken.delete({ where: { uid: tablet.uid } });
		expect(await item(added.uid)).toEqual({ ...added, addedViaToken: '' });
	});

	it('are added all together or not at all', async () => {
		const { listUid } = await groceries('milk');
		const batch = [{ label: 'eggs' }, { label: ' ' }];
		await expect(world.ask(items.addItems, ada, { listUid, items: batch })).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'items.1.label', description: 'A name for the item is required.' }]
		});
		await expect(add(ada, listUid, [])).rejects.toMatchObject({ kind: 'malformed' });
		await expect(
			add(
				ada,
				listUid,
				Array.from({ length: 201 }, () => 'x')
			)
		).rejects.toMatchObject({ kind: 'malformed' });
		expect(await labelsOn(listUid)).toEqual(['milk']);
		expect(
			await add(
				ada,
				listUid,
				Array.from({ length: 200 }, (_, index) => `${index}`)
			)
		).toHaveLength(200);
	});

	it('are at most 10,000 on a list, and a full list can still be copied and reordered', async () => {
		const { listUid, uids } = await groceries('first');
		const row = await world.database.reader.item.findUniqueOrThrow({
			where: { uid: uids[0] },
			omit: { number: true }
		});
		const many = Array.from({ length: 9_998 }, (_, index) => ({
			...row,
			uid: `itm_${listUid}_${index}`,
			rank: row.rank + 1 + index * 1e-9
		}));
		await world.insert('Item', many);
		await expect(add(ada, listUid, ['one', 'too many'])).rejects.toMatchObject({
			kind: 'not-yet',
			message: expect.stringContaining('10,000')
		});
		const [removed = ''] = await add(ada, listUid, ['removed']);
		await world.ask(items.deleteItem, ada, { itemUid: removed });
		const [last] = await add(ada, listUid, ['last']);
		const restore = world.ask(trash.restore, ada, { uid: removed });
		await expect(restore).rejects.toMatchObject({ kind: 'not-yet' });
		await expect(add(ada, listUid, ['too many'])).rejects.toMatchObject({ kind: 'not-yet' });
		const { uids: elsewhere } = await groceries('tea');
		const move = { itemUid: elsewhere[0] ?? '', toListUid: listUid, afterItemUid: '' };
		await expect(world.ask(items.moveItem, ada, move)).rejects.toMatchObject({ kind: 'not-yet' });
		const { list } = await world.ask(lists.duplicateList, ada, { listUid });
		expect(list.openCount).toBe(10_000);
		// Move into a gap that is used up after about thirteen halvings.
		const anchor = `itm_${listUid}_5000`;
		for (let index = 0; index < 16; index += 1)
			await world.ask(items.moveItem, ada, {
				itemUid: `itm_${listUid}_${9_000 + index}`,
				toListUid: listUid,
				afterItemUid: anchor
			});
		const order = (await on(listUid)).map(({ uid }) => uid);
		expect(order.slice(order.indexOf(anchor), order.indexOf(anchor) + 3)).toEqual([
			anchor,
			`itm_${listUid}_9015`,
			`itm_${listUid}_9014`
		]);
		expect([order.length, order[0], order.at(-1)]).toEqual([10_000, uids[0], last]);
		await world.ask(items.deleteItem, ada, { itemUid: last ?? '' });
		expect(await add(ada, listUid, ['fits again'])).toHaveLength(1);
	}, 120_000);

	it('keep fields that a change does not name, and lose those that it clears', async () => {
		const { listUid } = await groceries();
		const given = { label: 'milk', quantity: '2 l', dueOn: '2027-11-22', note: 'blue' };
		const { item: milk } = await world.ask(items.addItem, ada, { listUid, ...given });
		const itemUid = milk.uid;
		expect((await world.ask(items.changeItem, ben, { itemUid, label: 'oat milk' })).item).toEqual({
			...milk,
			label: 'oat milk'
		});
		const cleared = await world.ask(items.changeItem, ben, {
			itemUid,
			quantity: '',
			dueOn: '',
			note: ''
		});
		expect(cleared.item).toEqual({ ...milk, label: 'oat milk', quantity: '', dueOn: '', note: '' });
		await expect(world.ask(items.changeItem, ben, { itemUid, label: '' })).rejects.toMatchObject({
			kind: 'malformed'
		});
	});

	it('are not changed by an edit of Ben that expects the text before Ada’s edit', async () => {
		const { uids } = await groceries('milk');
		const itemUid = uids[0] ?? '';
		await world.ask(items.changeItem, ada, { itemUid, label: 'oat milk', note: 'two' });
		for (const seen of [
			{ expectedLabel: 'milk' },
			{ expectedNote: '' },
			{ expectedLabel: 'oat milk', expectedNote: 'one' }
		])
			await expect(
				world.ask(items.changeItem, ben, { itemUid, label: 'soy milk', ...seen })
			).rejects.toMatchObject({ kind: 'changed' });
		expect(await item(itemUid)).toMatchObject({ label: 'oat milk', note: 'two' });
		const seen = { expectedLabel: 'oat milk', expectedNote: 'two' };
		expect(
			(await world.ask(items.changeItem, ben, { itemUid, label: 'soy milk', ...seen })).item.label
		).toBe('soy milk');
	});

	it('are changed once by an edit that is sent again after its answer was lost', async () => {
		const { uids } = await groceries('milk');
		const edit = {
			itemUid: uids[0] ?? '',
			...{ label: 'oat milk', expectedLabel: 'milk' },
			...{ note: 'two', expectedNote: '' }
		};
		const first = await world.ask(items.changeItem, ben, edit);
		expect(await world.ask(items.changeItem, ben, edit)).toEqual(first);
		await expect(
			world.ask(items.changeItem, ben, { ...edit, note: 'three' })
		).rejects.toMatchObject({ kind: 'changed' });
	});

	it('accept one of twenty concurrent edits that expect the same text', async () => {
		const { uids } = await groceries('milk');
		const changes = Array.from({ length: 20 }, (_, index) =>
			world.ask(items.changeItem, index % 2 ? ada : ben, {
				itemUid: uids[0] ?? '',
				label: `milk ${index}`,
				expectedLabel: 'milk'
			})
		);
		expect(await tally(changes)).toEqual({ answered: 1, changed: 19 });
	});

	it('keep who ticked first, and forget it when they are unticked', async () => {
		const { listUid, uids } = await groceries('milk');
		const [uid] = uids;
		const first = (await tick(ben, uid)).item;
		expect(first).toMatchObject({
			done: true,
			doneByName: 'Ben',
			doneByUid: ben.member.uid,
			doneAt: world.now().toISOString()
		});
		pass(60_000);
		expect((await tick(ada, uid)).item).toEqual(first);
		const { list } = await world.ask(lists.getList, ada, { listUid });
		expect(list).toMatchObject({ updatedAt: first.doneAt, openCount: 0, doneCount: 1 });
		expect((await tick(ada, uid, false)).item).toMatchObject({
			done: false,
			doneByName: '',
			doneByUid: '',
			doneAt: ''
		});
		expect((await tick(ada, uid, false)).item.done).toBe(false);
	});

	it('ticked by twenty at once name one of them as the first, in every answer', async () => {
		const { uids } = await groceries('milk');
		const crowd = await Promise.all(
			Array.from({ length: 20 }, (_, index) => world.member(`Guest${provider}${index}`))
		);
		const changes = () =>
			world.database.reader.change.count({ where: { itemUid: uids[0], kind: 'item.ticked' } });
		const ticked = await Promise.all(crowd.map((guest) => tick(guest, uids[0])));
		expect(new Set(ticked.map((answer) => answer.item.doneByUid)).size).toBe(1);
		expect(await changes()).toBe(1);
	});

	it('ticked, changed, moved and deleted by many at once cause no deadlock', async () => {
		const { listUid, uids } = await groceries('milk', 'eggs', 'bread');
		const [milk = '', eggs = ''] = uids;
		const acts = Array.from({ length: 12 }, (_, index) => [
			tick(ben, milk, index % 2 === 0),
			world.ask(items.changeItem, ada, { itemUid: milk, note: `${index}` }),
			world.ask(items.moveItem, ben, { itemUid: milk, afterItemUid: index % 2 ? eggs : '' }),
			world.ask(lists.clearDone, ada, { listUid })
		]).flat();
		const { answered = 0, missing = 0, malformed = 0, ...others } = await tally(acts);
		expect(others).toEqual({});
		expect(answered + missing + malformed).toBe(48);
	});

	it('are where they were moved: after another, at the top, at the end, on another list', async () => {
		const { listUid, uids } = await groceries('a', 'b', 'c', 'd');
		const [a = '', b = '', , d = ''] = uids;
		const move = (itemUid: string, afterItemUid?: string, toListUid?: string) =>
			world.ask(items.moveItem, ben, { itemUid, afterItemUid, toListUid });
		await move(a, b);
		expect(await labelsOn(listUid)).toEqual(['b', 'a', 'c', 'd']);
		await move(d, '');
		expect(await labelsOn(listUid)).toEqual(['d', 'b', 'a', 'c']);
		await move(b);
		expect(await labelsOn(listUid)).toEqual(['b', 'd', 'a', 'c']);
		await move(b, uids[2]);
		expect(await labelsOn(listUid)).toEqual(['d', 'a', 'c', 'b']);
		const other = await groceries('x', 'y');
		await move(a, other.uids[0], other.listUid);
		expect(await labelsOn(other.listUid)).toEqual(['x', 'a', 'y']);
		expect(await labelsOn(listUid)).toEqual(['d', 'c', 'b']);
	});

	it('stay where they are when the anchor of a move is invalid', async () => {
		const { listUid, uids } = await groceries('a', 'b');
		const other = await groceries('x');
		const secret = await world.listOf(ben, 'Secret');
		const [itemUid = ''] = uids;
		const refused = async (asked: { afterItemUid?: string; toListUid?: string }, kind: string) =>
			expect(world.ask(items.moveItem, ada, { itemUid, ...asked })).rejects.toMatchObject({ kind });
		await refused({ afterItemUid: other.uids[0] }, 'malformed');
		await refused({ afterItemUid: 'itm_nowhere' }, 'malformed');
		await refused({ afterItemUid: uids[1], toListUid: other.listUid }, 'malformed');
		await refused({ afterItemUid: itemUid, toListUid: other.listUid }, 'malformed');
		await refused({ toListUid: secret.uid }, 'missing');
		await refused({ toListUid: 'lst_nowhere' }, 'missing');
		await world.ask(items.moveItem, ada, { itemUid, afterItemUid: itemUid });
		expect(await labelsOn(listUid)).toEqual(['a', 'b']);
		await world.ask(lists.archiveList, ada, { listUid: other.listUid, archived: true });
		await refused({ toListUid: other.listUid }, 'not-yet');
	});

	it('in the trash are on no list and are no anchor', async () => {
		const { listUid, uids } = await groceries('a', 'b', 'c');
		await world.ask(items.deleteItem, ben, { itemUid: uids[0] ?? '' });
		expect(await labelsOn(listUid)).toEqual(['b', 'c']);
		await expect(item(uids[0])).rejects.toMatchObject({ kind: 'missing' });
		await expect(
			world.ask(items.deleteItem, ben, { itemUid: uids[0] ?? '' })
		).rejects.toMatchObject({ kind: 'missing' });
		await expect(
			world.ask(items.moveItem, ben, { itemUid: uids[1] ?? '', afterItemUid: uids[0] })
		).rejects.toMatchObject({ kind: 'malformed' });
		const row = await world.database.reader.item.findUniqueOrThrow({ where: { uid: uids[0] } });
		expect(row).toMatchObject({
			deletedAt: world.now(),
			deletedByUid: ben.member.uid,
			deletedViaTokenUid: null
		});
	});

	it('that are ticked are cleared into the trash together, and the others stay', async () => {
		const { listUid, uids } = await groceries('a', 'b', 'c', 'd');
		for (const uid of [uids[0], uids[2]]) await tick(ben, uid);
		expect(await world.ask(lists.clearDone, ben, { listUid })).toEqual({ removedCount: 2 });
		expect(await labelsOn(listUid)).toEqual(['b', 'd']);
		expect(await world.ask(lists.clearDone, ben, { listUid })).toEqual({ removedCount: 0 });
		const told = await world.database.reader.change.findMany({
			where: { listUid, kind: 'item.deleted' }
		});
		expect(told.map(({ itemUid }) => itemUid).sort()).toEqual([uids[0], uids[2]].sort());
	});

	it('that are ticked are all unticked where they stand, once', async () => {
		const { listUid, uids } = await groceries('a', 'b', 'c', 'd');
		for (const uid of [uids[0], uids[2]]) await tick(ben, uid);
		const { untickedUids } = await world.ask(lists.untickAll, ben, { listUid });
		expect(untickedUids.sort()).toEqual([uids[0], uids[2]].sort());
		expect(await labelsOn(listUid)).toEqual(['a', 'b', 'c', 'd']);
		const { items: onList } = await world.ask(lists.getList, ben, { listUid });
		expect(onList.filter(({ done, doneByName }) => done || doneByName)).toEqual([]);
		expect(await world.ask(lists.untickAll, ben, { listUid })).toEqual({ untickedUids: [] });
		const told = await world.database.reader.change.findMany({
			where: { listUid, kind: 'item.unticked' }
		});
		expect(told.map(({ itemUid }) => itemUid).sort()).toEqual([uids[0], uids[2]].sort());
	});

	it('on a list shared without the right to edit cannot be changed', async () => {
		const { listUid, uids } = await groceries('a');
		await world.database.writer.list.update({
			where: { uid: listUid },
			data: { sharedEdit: false }
		});
		const itemUid = uids[0] ?? '';
		const acts = [
			add(ben, listUid, ['b']),
			tick(ben, itemUid),
			world.ask(items.changeItem, ben, { itemUid, label: 'b' }),
			world.ask(items.moveItem, ben, { itemUid }),
			world.ask(items.deleteItem, ben, { itemUid }),
			world.ask(lists.clearDone, ben, { listUid }),
			world.ask(lists.untickAll, ben, { listUid })
		];
		expect(await tally(acts)).toEqual({ forbidden: 7 });
		expect(await labelsOn(listUid)).toEqual(['a']);
	});

	it('with a date are ordered by day, then list, then place; ticked, undated, archived and out-of-range ones are left out', async () => {
		const cleo = await world.member('Cleo');
		const dated = async (listUid: string, label: string, dueOn: string) =>
			(await world.ask(items.addItem, cleo, { listUid, label, dueOn })).item.uid;
		const { uid: zoo } = await world.listOf(cleo, 'Zoo');
		const { uid: attic } = await world.listOf(cleo, 'Áttic');
		const { uid: closed } = await world.listOf(cleo, 'Closed');
		await dated(zoo, 'zoo late', '2026-11-22');
		const last = await dated(zoo, 'zoo last', '2026-11-21');
		const first = await dated(zoo, 'zoo first', '2026-11-21');
		await world.ask(items.moveItem, cleo, { itemUid: last, afterItemUid: first });
		await dated(attic, 'attic', '2026-11-21');
		await dated(attic, 'overdue', '2025-01-31');
		await dated(attic, 'undated', '');
		await tick(cleo, await dated(attic, 'ticked', '2026-11-21'));
		await dated(closed, 'archived', '2026-11-21');
		await world.ask(lists.archiveList, cleo, { listUid: closed, archived: true });
		const found = async (asked: { from?: string; to: string }) =>
			(await world.ask(items.getDatedItems, cleo, asked)).items.map(
				({ item: { label }, listName }) => `${listName}: ${label}`
			);
		const all = [
			'Áttic: overdue',
			'Áttic: attic',
			'Zoo: zoo first',
			'Zoo: zoo last',
			'Zoo: zoo late'
		];
		expect(await found({ to: '2026-11-22' })).toEqual(all);
		expect(await found({ from: '', to: '2026-11-21' })).toEqual(all.slice(0, 4));
		expect(await found({ from: '2026-11-21', to: '2026-11-21' })).toEqual(all.slice(1, 4));
		expect(await found({ from: '2026-11-22', to: '2026-11-30' })).toEqual(all.slice(4));
		expect(await found({ to: '2025-01-30' })).toEqual([]);
		await expect(found({ from: '2026-11-22', to: '2026-11-21' })).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'from' }]
		});
		await expect(found({ to: '' })).rejects.toMatchObject({ kind: 'malformed' });
	});
});
