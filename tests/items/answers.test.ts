// What a command answers about an item is what a read gives afterwards. The answer is made of what was locked and what was sent.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../src/lib/server/items/fields.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Uids = { itemUid: string; otherUid: string };

/** An item that is answered, and what of its note is shown. */
type Answered = { item: Item; shown: (note: string) => string };

const whole = (item: Item): Answered => ({ item, shown: (note) => note });
const brief = (item: Item): Answered => ({ item, shown: (note) => note.slice(0, 1) });

/** Asks for something about one item or both. */
type Ask = (world: World, by: Caller, uids: Uids) => Promise<Answered[]>;

const text = fc.stringMatching(/^ ?[a-zé]{1,9}$/);
const edit = fc.record(
	{
		label: text,
		quantity: fc.oneof(fc.constant(''), text),
		dueOn: fc.constantFrom('', '2026-11-22'),
		note: fc.oneof(fc.constant(''), text)
	},
	{ requiredKeys: [] }
);

const asks: fc.Arbitrary<Ask> = fc.oneof(
	fc
		.boolean()
		.map((done): Ask => async (world, by, { itemUid }) => [
			whole((await world.ask(items.tickItem, by, { itemUid, done })).item)
		]),
	fc.boolean().map(
		(done): Ask =>
			async (world, by, { itemUid, otherUid }) =>
				(await world.ask(items.tickItems, by, { itemUids: [otherUid, itemUid], done })).items.map(
					brief
				)
	),
	edit.map((given): Ask => async (world, by, { itemUid }) => [
		whole((await world.ask(items.changeItem, by, { itemUid, ...given })).item)
	]),
	fc.tuple(edit, edit).map(([one, two]): Ask => async (world, by, { itemUid, otherUid }) => {
		const both = [
			{ itemUid, ...one },
			{ itemUid: otherUid, ...two }
		];
		return (await world.ask(items.changeItems, by, { items: both })).items.map(brief);
	}),
	text.map((added): Ask => async (world, by, { itemUid }) => [
		brief((await world.ask(items.appendToNote, by, { itemUid, text: added })).item)
	])
);

describe.each(providers)('on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it('every item of an answer is as a read gives it afterwards, but for the rest of its note where several are changed', async () => {
		const [ada, ben] = [await world.signedIn('Ada'), await world.signedIn('Ben')];
		const { caller: tablet } = await world.tokenOf(ada);
		const callers = fc.constantFrom<Caller>(ada, ben, tablet);
		const { uid: listUid } = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true });
		const added = async (by: Caller) =>
			(await world.ask(items.addItem, by, { listUid, label: 'milk' })).item.uid;
		const steps = fc.array(fc.tuple(callers, asks), { minLength: 1, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(callers, steps, async (adder, each) => {
				const uids = { itemUid: await added(adder), otherUid: await added(ben) };
				for (const [by, ask] of each)
					for (const { item: answered, shown } of await ask(world, by, uids)) {
						const { item } = await world.ask(items.getItem, ada, { itemUid: answered.uid });
						expect(answered).toEqual({ ...item, note: shown(item.note) });
					}
			}),
			{ numRuns: 40 }
		);
	});
});
