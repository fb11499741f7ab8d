// Pasted lines: a preview of what they would do, and adding all of them at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const rows = (count: number, listUid: string, addedByUid: string, now: Date) =>
	Array.from({ length: count }, (_, index) => ({
		uid: `itm_${listUid}_${index}`,
		listUid,
		label: `thing ${index}`,
		labelWords: `thing ${index}`,
		rank: index + 1,
		createdAt: now,
		updatedAt: now,
		addedByUid
	}));

describe.each(providers)('pasted lines on %s', (provider) => {
	let world: World;
	let ada: Extract<Caller, { by: 'session' }>;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	async function listWith(...labels: string[]): Promise<string> {
		const { uid: listUid } = await world.listOf(ada);
		for (const label of labels) {
			const { item } = await world.ask(items.addItem, ada, {
				listUid,
				label: label.replace(' ✓', '')
			});
			if (label.endsWith(' ✓'))
				await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
		}
		return listUid;
	}

	const on = async (listUid: string) =>
		(await world.ask(lists.getList, ada, { listUid })).items.map(({ label, quantity, done }) =>
			[label, quantity, done ? '✓' : ''].filter(Boolean).join(' ')
		);

	it('are compared with a list ignoring case and accents, and count as listed the second time', async () => {
		const listUid = await listWith('Milk', 'Crème fraîche ✓');
		const labels = [' MILK ', 'creme fraiche', 'eggs', 'Eggs', 'Creme Fraiche'];
		expect(await world.ask(items.compareLines, ada, { listUid, labels })).toEqual({
			standings: ['listed', 'ticked', 'new', 'listed', 'listed']
		});
	});

	it('are added, unticked with what was written, or left alone', async () => {
		const listUid = await listWith('Milk', 'Bread ✓', 'Eggs ✓');
		const lines = [
			{ label: 'milk' },
			{ label: 'bread', quantity: '2' },
			{ label: 'eggs' },
			{ label: 'salt' },
			{ label: 'milk', again: true }
		];
		const { lines: now } = await world.ask(items.addLines, ada, { listUid, lines });
		expect(now.map(({ standing }) => standing)).toEqual([
			'listed',
			'ticked',
			'ticked',
			'new',
			'new'
		]);
		expect(await on(listUid)).toEqual(['Milk', 'Bread 2', 'Eggs', 'salt', 'milk']);
		const { items: onList } = await world.ask(lists.getList, ada, { listUid });
		expect(now.map(({ itemUid }) => itemUid)).toEqual(onList.map(({ uid }) => uid));
	});

	it('may have a due date; an item that is brought back keeps its own where none is written', async () => {
		const listUid = await listWith('Bread ✓', 'Milk ✓');
		const lines = [
			{ label: 'bread', dueOn: '2026-11-28' },
			{ label: 'cake', quantity: '2', dueOn: '2026-11-29' }
		];
		await world.ask(items.addLines, ada, { listUid, lines });
		const again = [{ label: 'bread', again: true, dueOn: '2026-11-30' }, { label: 'milk' }];
		await world.ask(items.addLines, ada, { listUid, lines: again });
		const { items: onList } = await world.ask(lists.getList, ada, { listUid });
		expect(onList.map(({ label, quantity, dueOn }) => [label, quantity, dueOn])).toEqual([
			['Bread', '', '2026-11-28'],
			['Milk', '', ''],
			['cake', '2', '2026-11-29'],
			['bread', '', '2026-11-30']
		]);
	});

	it('change nothing when one of them has no room on a full list', async () => {
		const { uid: listUid } = await world.listOf(ada);
		await world.insert('Item', rows(10_000, listUid, ada.member.uid, world.now()));
		const itemUid = `itm_${listUid}_7`;
		await world.ask(items.tickItem, ada, { itemUid, done: true });
		const changes = () => world.database.reader.change.count();
		const before = await changes();
		const lines = [{ label: 'thing 7', quantity: '3' }, { label: 'one too many' }];
		await expect(world.ask(items.addLines, ada, { listUid, lines })).rejects.toMatchObject({
			kind: 'not-yet'
		});
		expect((await world.ask(items.getItem, ada, { itemUid })).item).toMatchObject({
			done: true,
			quantity: ''
		});
		expect(await changes()).toBe(before);
	}, 120_000);

	it('that two people paste at the same time are on the list once', async () => {
		const lines = Array.from({ length: 20 }, (_, index) => ({ label: `line ${index}` }));
		for (let round = 0; round < 10; round += 1) {
			const listUid = await listWith('line 3 ✓', 'line 4 ✓');
			await Promise.all([
				world.ask(items.addLines, ada, { listUid, lines }),
				world.ask(items.addLines, ada, { listUid, lines: lines.toReversed() })
			]);
			expect((await on(listUid)).sort()).toEqual(lines.map(({ label }) => label).sort());
		}
	}, 120_000);
});
