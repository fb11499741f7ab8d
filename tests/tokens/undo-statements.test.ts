// Undoing a token's changes to many items takes no more statements than undoing changes to a few, and keeps nobody waiting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { countStatements } from '../support/count-statements.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Undo = { tokenUid: string; since: string; dryRun: boolean };
type Person = Awaited<ReturnType<World['member']>>;
type Token = Awaited<ReturnType<World['tokenOf']>>['caller'];

const doors: [name: string, undo: (world: World, ada: Person, by: Token, undo: Undo) => unknown][] =
	[
		['by its member', (world, ada, _, undo) => world.ask(tokens.undoToken, ada, undo)],
		[
			'through the token',
			(world, _, token, { since, dryRun }) =>
				world.ask(tokens.undoOwnChanges, token, { since, dryRun })
		]
	];

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
	});
	afterAll(() => world.close());

	/** A token changes `count` items in every possible way, each to another value. */
	async function scene(count: number) {
		const { uid: listUid } = await world.listOf(ada);
		const { uid: toListUid } = await world.listOf(ada, 'Hardware');
		const bodies = Array.from({ length: count }, (_, number) => ({ label: `tea ${number}` }));
		const added = await world.ask(items.addItems, ada, { listUid, items: bodies });
		const itemUids = added.items.map(({ uid }) => uid);
		const before = await world.ask(lists.getList, ada, { listUid });
		const { caller: token, uid: tokenUid } = await world.tokenOf(ada);
		for (const itemUid of itemUids)
			await world.ask(items.changeItem, token, { itemUid, label: `rum ${itemUid}` });
		await world.ask(items.tickItems, token, { itemUids, done: true });
		await world.ask(items.moveItems, token, { itemUids, toListUid });
		await world.ask(items.deleteItems, token, { itemUids });
		await world.ask(items.addItems, token, { listUid, items: bodies });
		return { listUid, before, token, tokenUid };
	}

	const title = 'needs no more statements for 30 items than for 3, %s';
	it.each(doors)(title, { timeout: 60_000 }, async (_name, undo) => {
		const since = world.now().toISOString();
		const counts: number[] = [];
		for (const count of [3, 30]) {
			const { listUid, before, token, tokenUid } = await scene(count);
			for (const dryRun of [true, false])
				counts.push(
					await countStatements(async () => {
						const asked = { tokenUid, since, dryRun };
						expect(await undo(world, ada, token, asked)).toMatchObject({ skipped: [] });
					})
				);
			expect((await world.ask(lists.getList, ada, { listUid })).items).toEqual(before.items);
		}
		const [previewOfFew = 0, few = 0, previewOfMany, many] = counts;
		expect(few).toBeGreaterThan(5);
		expect(previewOfMany).toBeLessThanOrEqual(previewOfFew);
		expect(many).toBeLessThanOrEqual(few);
	});

	const turnsTitle = 'gives others a turn between two lists, %s';
	it.each(doors)(turnsTitle, { timeout: 60_000 }, async (_name, undo) => {
		const { caller: token, uid: tokenUid } = await world.tokenOf(ada);
		const since = world.now().toISOString();
		const count = 50;
		for (let made = 0; made < count; made += 1)
			await world.ask(lists.createList, token, { name: `Trip ${made}` });
		for (const dryRun of [true, false]) {
			let turns = 0;
			let isUndone = false;
			const countOn = () => {
				turns += 1;
				if (!isUndone) setImmediate(countOn);
			};
			setImmediate(countOn);
			expect(await undo(world, ada, token, { tokenUid, since, dryRun })).toMatchObject({
				undone: count,
				skipped: []
			});
			isUndone = true;
			if (provider === 'sqlite') expect(turns).toBeGreaterThan(count);
		}
	});
});
