import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { purgedAfterMs } from '../../src/lib/server/kernel/trash-period.ts';
import { purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

const minute = 60_000;
const day = 86_400_000;

describe.each(providers)('the trash on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person, cleo: Person;
	let listUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben, cleo] = [
			await world.member('Ada', 'ROLE_ADMIN'),
			await world.member('Ben'),
			await world.member('Cleo')
		];
	});
	beforeEach(async () => {
		world.setClock('2026-11-20T09:00:00.000Z');
		await world.database.writer.list.deleteMany();
		listUid = (await world.listOf(ada)).uid;
	});
	afterAll(() => world.close());

	const add = async (...labels: string[]) =>
		(
			await world.ask(items.addItems, ada, { listUid, items: labels.map((label) => ({ label })) })
		).items.map(({ uid }) => uid);
	const remove = (itemUid: string, who: Caller = ada) =>
		world.ask(items.deleteItem, who, { itemUid });
	const labels = async () =>
		(await world.ask(lists.getList, ada, { listUid })).items.map(({ label }) => label);
	const entries = async (who: Caller) => (await world.ask(trash.getTrash, who, {})).entries;
	const uids = async (who: Caller) => (await entries(who)).map(({ uid }) => uid);
	const restore = (uid: string, who: Caller = ada) =>
		outcome(world.ask(trash.restore, who, { uid }));
	const share = (canEdit: boolean) =>
		world.ask(lists.shareList, ada, {
			listUid,
			sharing: 'SHARING_SPECIFIC',
			memberUids: [ben.member.uid],
			canEdit
		});
	const at = (milliseconds: number) =>
		world.setClock(new Date(Date.UTC(2026, 10, 20, 9) + milliseconds));

	it('finds what an address names, or the list of that item, only for members who could restore it', async () => {
		const [milk = '', bread = ''] = await add('milk', 'bread');
		await share(true);
		await remove(milk);
		const find = async (uid: string, who: Caller = ada) =>
			(await world.ask(trash.findInTrash, who, { uid })).entry?.uid;
		expect([await find(milk), await find(milk, ben), await find(milk, cleo)]).toEqual([
			milk,
			milk,
			undefined
		]);
		expect([await find(bread), await find(listUid)]).toEqual([undefined, undefined]);
		await world.ask(lists.deleteList, ada, { listUid });
		for (const uid of [listUid, milk, bread]) {
			expect(await find(uid)).toBe(listUid);
			expect(await find(uid, ben)).toBeUndefined();
		}
		expect(await find('itm_never')).toBeUndefined();
	});

	it('shows the latest deletion first, of a list or of an item', async () => {
		const [milk = '', bread = ''] = await add('milk', 'bread');
		const other = await world.listOf(ada, 'Other');
		await remove(bread);
		at(1000);
		await world.ask(lists.deleteList, ada, { listUid: other.uid });
		at(2000);
		await remove(milk);
		expect(await uids(ada)).toEqual([milk, other.uid, bread]);
	});

	it('shows what was deleted, by whom, from where, and until when it can be restored', async () => {
		const [milk = ''] = await add('milk');
		await share(true);
		await remove(milk, ben);
		at(1000);
		const { caller } = await world.tokenOf(ada, { name: 'kitchen tablet' });
		const other = await world.listOf(ada, 'Other');
		await world.ask(lists.deleteList, caller, { listUid: other.uid });
		expect(await entries(ada)).toEqual([
			{
				uid: other.uid,
				kind: 'TRASH_KIND_LIST',
				name: 'Other',
				listUid: other.uid,
				listName: 'Other',
				deletedAt: '2026-11-20T09:00:01.000Z',
				deletedByName: 'Ada',
				deletedViaToken: 'kitchen tablet',
				purgeAt: '2026-12-20T09:00:01.000Z'
			},
			{
				uid: milk,
				kind: 'TRASH_KIND_ITEM',
				name: 'milk',
				listUid,
				listName: 'Groceries',
				deletedAt: '2026-11-20T09:00:00.000Z',
				deletedByName: 'Ben',
				deletedViaToken: '',
				purgeAt: '2026-12-20T09:00:00.000Z'
			}
		]);
	});

	it('restores an item once, in its place and ticked as before', async () => {
		const [, bread = ''] = await add('milk', 'bread', 'tea');
		await world.ask(items.tickItem, ada, { itemUid: bread, done: true });
		const before = await world.ask(lists.getList, ada, { listUid });
		await remove(bread);
		expect(await labels()).toEqual(['milk', 'tea']);
		at(1000);
		expect(await restore(bread)).toBe('done');
		const after = await world.ask(lists.getList, ada, { listUid });
		expect(after.items).toEqual(before.items);
		expect(after.list.updatedAt).toBe('2026-11-20T09:00:01.000Z');
		expect([await restore(bread), await restore('itm_never')]).toEqual(['missing', 'missing']);
	});

	it('says to who reaches it that something is back already, and to nobody else', async () => {
		const [milk = ''] = await add('milk');
		await share(true);
		const refusal = (uid: string, who: Caller = ada) =>
			world.ask(trash.restore, who, { uid }).catch(({ kind, message }) => `${kind}: ${message}`);
		const back = 'missing: This is already back. There was nothing to restore.';
		const none = await refusal('itm_never');
		expect(none).toMatch(/^missing: This entry doesn't exist/);
		// Who may only read the list is not told what is in its trash.
		const [bread = ''] = await add('bread');
		await remove(bread);
		await share(false);
		expect(await refusal(bread, ben)).toBe(none);
		await share(true);
		expect(await Promise.all([milk, listUid].map((uid) => refusal(uid, ben)))).toEqual([
			back,
			back
		]);
		expect(await Promise.all([milk, listUid].map((uid) => refusal(uid, cleo)))).toEqual([
			none,
			none
		]);
	});

	it(
		'restores an item in its place even when the list was renumbered meanwhile',
		{ timeout: 60_000 },
		async () => {
			const [, milk = '', bread = '', , jam = ''] = await add(
				'flour',
				'milk',
				'bread',
				'tea',
				'jam',
				'rice'
			);
			await remove(bread);
			const rice = (await world.ask(lists.getList, ada, { listUid })).items.at(-1)?.uid ?? '';
			// Halving one gap again and again uses it up.
			for (let turn = 0; turn < 30; turn++)
				for (const itemUid of [jam, rice])
					await world.ask(items.moveItem, ada, { itemUid, afterItemUid: milk });
			const now = await labels();
			expect(now.indexOf('tea')).toBe(4);
			expect(await restore(bread)).toBe('done');
			const after = await labels();
			expect(after.indexOf('milk')).toBe(1);
			expect(after.indexOf('bread')).toBeLessThan(after.indexOf('tea'));
			expect(after.indexOf('bread')).toBeGreaterThan(1);
		}
	);

	it('restores a list with its sharing and its items, without items that were deleted before', async () => {
		const [milk = '', bread = ''] = await add('milk', 'bread');
		await share(true);
		await remove(bread);
		await world.ask(lists.deleteList, ada, { listUid });
		expect(await uids(ada)).toEqual([listUid]);
		expect([
			await outcome(world.ask(items.getItem, ada, { itemUid: milk })),
			await restore(bread)
		]).toEqual(['missing', 'missing']);
		expect(await restore(listUid)).toBe('done');
		const { kind } = await world.database.reader.change.findFirstOrThrow({
			orderBy: { number: 'desc' }
		});
		expect(kind).toBe('list.restored');
		expect(await labels()).toEqual(['milk']);
		expect((await world.ask(lists.getList, ben, { listUid })).list.canEdit).toBe(true);
		expect(await uids(ada)).toEqual([bread]);
	});

	it('is for members who may edit the list; only its owner can restore a deleted list', async () => {
		const [milk = ''] = await add('milk');
		await remove(milk);
		await share(false);
		expect([await uids(ben), await restore(milk, ben)]).toEqual([[], 'missing']);
		await share(true);
		expect([await uids(ben), await uids(cleo), await restore(milk, cleo)]).toEqual([
			[milk],
			[],
			'missing'
		]);
		expect(await restore(milk, ben)).toBe('done');
		await world.ask(lists.deleteList, ada, { listUid });
		expect([await uids(ben), await restore(listUid, ben), await restore(listUid)]).toEqual([
			[],
			'missing',
			'done'
		]);
	});

	it('shows a token what is in its scope, and lets one restore that may write', async () => {
		const other = await world.listOf(ada, 'Other');
		const [milk = ''] = await add('milk');
		await remove(milk);
		const elsewhere = await world.tokenOf(ada, { listUids: [other.uid] });
		const here = await world.tokenOf(ada, { listUids: [listUid] });
		const reader = await world.tokenOf(ada, { abilities: { read: true } });
		await world.ask(lists.deleteList, ada, { listUid: other.uid });
		expect(await uids(elsewhere.caller)).toEqual([other.uid]);
		expect(await uids(here.caller)).toEqual([milk]);
		expect([await restore(milk, elsewhere.caller), await restore(other.uid, here.caller)]).toEqual([
			'missing',
			'missing'
		]);
		expect(await restore(milk, reader.caller)).toBe('forbidden');
		expect([await restore(milk, here.caller), await restore(other.uid, elsewhere.caller)]).toEqual([
			'done',
			'done'
		]);
	});

	it('restores nothing to an archived list', async () => {
		const [milk = ''] = await add('milk');
		await remove(milk);
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect(await restore(milk)).toBe('not-yet');
		await world.ask(lists.archiveList, ada, { listUid, archived: false });
		expect(await restore(milk)).toBe('done');
	});

	it('keeps entries for 30 days to the millisecond, whether retention has run or not', async () => {
		const [milk = '', bread = ''] = await add('milk', 'bread');
		const other = await world.listOf(ada, 'Other');
		for (const uid of [milk, bread]) await remove(uid);
		await world.ask(lists.deleteList, ada, { listUid: other.uid });
		at(30 * day - 1);
		await purgeExpired(world.household);
		expect((await uids(ada)).sort()).toEqual([milk, bread, other.uid].sort());
		expect(await restore(milk)).toBe('done');
		at(30 * day);
		expect([await uids(ada), await restore(bread), await restore(other.uid)]).toEqual([
			[],
			'missing',
			'missing'
		]);
		at(purgedAfterMs + 1);
		await purgeExpired(world.household);
		const left = {
			items: await world.database.reader.item.count(),
			lists: await world.database.reader.list.count()
		};
		expect(left).toEqual({ items: 1, lists: 1 });
		expect(await labels()).toEqual(['milk']);
	});

	it('suggests what a list has held: first what is not on it, then the most frequent, then the most recent', async () => {
		const suggested = async (query = '', who: Caller = ada) =>
			(await world.ask(items.getSuggestions, who, { listUid, query })).suggestions;
		const [, bread = ''] = await add('Milk', 'Bread', 'Tea');
		at(1000);
		const again = await add('milk', 'coffee');
		at(10 * minute);
		for (const uid of [bread, ...again]) await remove(uid);
		expect((await suggested()).map(({ label, onList }) => [label, onList])).toEqual([
			['coffee', false],
			['Bread', false],
			['milk', true],
			['Tea', true]
		]);
		expect((await suggested('MÍL')).map(({ label }) => label)).toEqual(['milk']);
		expect((await suggested('ilk')).map(({ label }) => label)).toEqual(['milk']);
		expect(await suggested('%')).toEqual([]);
		expect(await outcome(suggested('', ben))).toBe('missing');
		await add(...Array.from({ length: 20 }, (_, number) => `thing ${number}`));
		expect((await suggested('thing')).length).toBe(10);
		await add('🍎', '🍌');
		expect((await suggested()).length).toBe(10);
	});

	it('does not suggest a name that was taken off again at once, unless the list has held it for longer', async () => {
		const [mlik = '', bread = '', tea = ''] = await add('Mlik', 'Bread', 'Tea');
		await world.ask(items.tickItem, ada, { itemUid: tea, done: true });
		at(5 * minute - 1);
		for (const uid of [mlik, tea]) await remove(uid);
		at(5 * minute);
		await remove(bread);
		const [again = ''] = await add('bread');
		await remove(again);
		const { suggestions } = await world.ask(items.getSuggestions, ada, { listUid });
		expect(suggestions.map(({ label }) => label).sort()).toEqual(['Bread', 'Tea']);
	});

	it('suggests nothing that the caller may not read', async () => {
		const [milk = ''] = await add('Milk', 'Bread');
		at(10 * minute);
		await remove(milk);
		const reader = await world.member('Reader');
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		const { caller: writer } = await world.tokenOf(ada, { abilities: { write: true } });
		const suggested = async (who: Caller) =>
			(await world.ask(items.getSuggestions, who, { listUid })).suggestions.map(
				({ label }) => label
			);
		expect(await suggested(ada)).toEqual(['Milk', 'Bread']);
		expect(await suggested(reader)).toEqual(['Bread']);
		expect(await suggested(writer)).toEqual([]);
		await world.ask(lists.shareList, ada, {
			listUid,
			sharing: 'SHARING_INSTANCE',
			canEdit: true
		});
		expect(await suggested(reader)).toEqual(['Milk', 'Bread']);
	});

	it('suggests items named by an emoji separately, each with its last quantity', async () => {
		await world.ask(items.addItems, ada, {
			listUid,
			items: [{ label: '🍎', quantity: '3' }, { label: '🍌' }]
		});
		const { suggestions } = await world.ask(items.getSuggestions, ada, { listUid });
		expect(suggestions.map(({ label, quantity }) => `${label}${quantity}`).sort()).toEqual([
			'🍌',
			'🍎3'
		]);
		const found = await world.ask(items.getSuggestions, ada, { listUid, query: ' 🍌' });
		expect(found.suggestions.map(({ label }) => label)).toEqual(['🍌']);
	});
});
