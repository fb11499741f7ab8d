import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankBetween, ranksAfter, rankStep } from '../../src/lib/server/items/rank.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const rank = fc.double({ min: -1e12, max: 1e12, noNaN: true });

describe('a rank', () => {
	it('lies strictly between its neighbours, or there is none because no number does', () => {
		fc.assert(
			fc.property(rank, rank, (one, other) => {
				const [before, after] = [Math.min(one, other), Math.max(one, other)];
				const between = rankBetween(before, after);
				if (between === undefined)
					expect(before + (after - before) / 2).toSatisfy(
						(middle) => middle <= before || middle >= after
					);
				else expect(before < between && between < after).toBe(true);
			})
		);
	});

	it('lies beyond the first or the last neighbour', () => {
		fc.assert(
			fc.property(rank, (neighbour) => {
				expect(rankBetween(undefined, neighbour)).toBeLessThan(neighbour);
				expect(rankBetween(neighbour, undefined)).toBeGreaterThan(neighbour);
			})
		);
		expect(rankBetween(undefined, undefined)).toBe(0);
	});

	it('stays within the numbers that a double can represent exactly', () => {
		for (const far of [1e16, Number.MAX_SAFE_INTEGER, 1e300])
			expect([rankBetween(far, undefined), rankBetween(undefined, -far)]).toEqual([
				undefined,
				undefined
			]);
	});

	it('of many items in a row grows, and comes after the last', () => {
		fc.assert(
			fc.property(
				fc.option(fc.integer({ min: -1e9, max: 1e9 }), { nil: undefined }),
				fc.integer({ min: 1, max: 300 }),
				(last, count) => {
					const ranks = ranksAfter(last, count);
					expect(ranks).toHaveLength(count);
					expect([...ranks].sort((one, other) => one - other)).toEqual(ranks);
					expect(new Set(ranks).size).toBe(count);
					if (last !== undefined) expect(ranks[0]).toBeGreaterThan(last);
				}
			)
		);
	});

	it('can be found about fifty times in one gap', () => {
		expect(placesBehind(1024)).toBeGreaterThan(50);
		expect(placesBehind(1024)).toBeLessThan(60);
	});

	it('can be found about a thousand times behind 0', () => {
		expect(placesBehind(0)).toBeGreaterThan(1000);
		expect(placesBehind(0)).toBeLessThan(1100);
	});
});

describe.each(providers)('moving on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	async function listWith(count: number) {
		const ada = await world.member(`Ada${Math.random()}`);
		const { uid: listUid } = await world.listOf(ada);
		const bodies = Array.from({ length: count }, (_, index) => ({ label: `item ${index}` }));
		const order = (await world.ask(items.addItems, ada, { listUid, items: bodies })).items.map(
			({ uid }) => uid
		);
		return {
			order,
			move: (itemUid: string, afterItemUid = '') =>
				world.ask(items.moveItem, ada, { itemUid, afterItemUid }),
			moveAwayAndBack: async (itemUid = '') => {
				const other = await world.listOf(ada);
				const away = { itemUid, toListUid: other.uid };
				const { wasOnListUid, wasBelowItemUids } = await world.ask(items.placeItem, ada, away);
				const back = { toListUid: wasOnListUid, belowItemUids: wasBelowItemUids };
				await world.ask(items.placeItem, ada, { itemUid, ...back });
			},
			stored: async () =>
				(await world.ask(lists.getList, ada, { listUid })).items.map(({ uid }) => uid)
		};
	}

	it('has the same result as on an array, whatever the moves', async () => {
		const moves = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: -1, max: 7 })), {
			minLength: 10,
			maxLength: 30
		});
		await fc.assert(
			fc.asyncProperty(moves, async (drawn) => {
				const { order, move, stored } = await listWith(8);
				let model = [...order];
				for (const [moved, anchor] of drawn) {
					const [itemUid = '', afterItemUid = ''] = [order[moved], order[anchor]];
					await move(itemUid, afterItemUid);
					model = moveIn(model, itemUid, afterItemUid);
				}
				expect(await stored()).toEqual(model);
			}),
			{ numRuns: 6 }
		);
	});

	it('into one gap works hundreds of times, because the list is renumbered', async () => {
		const { order, move, stored } = await listWith(6);
		// Behind the first item, at 0, there is room for a thousand.
		const [, second = '', ...others] = order;
		let model = [...order];
		for (let turn = 0; turn < 240; turn += 1) {
			const itemUid = others[turn % 4] ?? '';
			await move(itemUid, second);
			model = moveIn(model, itemUid, second);
			if (turn % 40 === 39) expect(await stored()).toEqual(model);
		}
		expect(await stored()).toEqual(model);
	});

	it('to another list is undone, however long the list is', async () => {
		const { order, moveAwayAndBack, stored } = await listWith(150);
		await moveAwayAndBack(order[5]);
		expect(await stored()).toEqual(order);
	});

	it('by eight at once leaves every item on the list, once', async () => {
		const { order, move, stored } = await listWith(8);
		await Promise.all(
			order.flatMap((itemUid, index) =>
				[3, 5].map((step) => move(itemUid, order[(index + step) % 8]))
			)
		);
		expect((await stored()).sort()).toEqual([...order].sort());
	});
});

/** How many ranks are found one after another, each between this one and the one before it. */
function placesBehind(rank: number): number {
	let [after, times]: [number | undefined, number] = [rank + rankStep, 0];
	while ((after = rankBetween(rank, after)) !== undefined) times += 1;
	return times;
}

/** The same move on an array. */
function moveIn(order: string[], itemUid: string, afterItemUid: string): string[] {
	if (itemUid === afterItemUid) return order;
	const others = order.filter((uid) => uid !== itemUid);
	return others.toSpliced(others.indexOf(afterItemUid) + 1, 0, itemUid);
}
