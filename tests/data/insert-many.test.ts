// Many rows that are inserted at once are those that the client would insert, in the same order, however many they are.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { lookInto, storedItems, type Look } from '../support/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('many rows on %s', (provider) => {
	let world: World;
	let ada: MemberCaller;
	let look: Look;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
		look = await lookInto(world.databaseUrl);
	});
	afterAll(async () => {
		await look.close();
		await world.close();
	});

	const text = fc
		.string({ unit: 'binary', maxLength: 20 })
		.map((made) => made.replaceAll('\0', ''));
	const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
	const drawn = fc.record({
		label: text,
		labelWords: text,
		note: text,
		// The client writes about fifteen digits of a number, so draw numbers that fit into fewer.
		rank: fc.integer().map((made) => made / 8),
		createdAt: moment,
		updatedAt: moment,
		addedByUid: fc.constantFrom(null, 'ada'),
		doneAt: fc.option(moment)
	});

	it('are the rows that the client writes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(drawn, { maxLength: 12 }), async (items) => {
				const [one, other] = [await world.listOf(ada, 'one'), await world.listOf(ada, 'other')];
				const on = ({ uid: listUid }: { uid: string }) =>
					items.map(({ addedByUid, ...item }) => ({
						...item,
						uid: newUid('itm'),
						listUid,
						addedByUid: addedByUid && ada.member.uid
					}));
				await world.insert('Item', on(one));
				await world.database.writer.item.createMany({ data: on(other) });
				expect(await storedItems(look, one.uid)).toEqual(await storedItems(look, other.uid));
			}),
			{ numRuns: 30 }
		);
	});

	it('keep their numbers to the last bit', async () => {
		await fc.assert(
			fc.asyncProperty(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), async (rank) => {
				const { uid: listUid } = await world.listOf(ada, 'one');
				// A single row is written in another way than several.
				await world.insert('Item', [itemOn(listUid, rank)]);
				await world.insert('Item', [itemOn(listUid, rank), itemOn(listUid, -rank)]);
				const ranks = (await storedItems(look, listUid)).map((item) => item.rank);
				expect(ranks).toEqual([rank || 0, rank || 0, -rank || 0]);
			}),
			{ numRuns: 50 }
		);
	});

	it('are all there in order when they need more than one statement', async () => {
		const { uid: listUid } = await world.listOf(ada, 'many');
		const items = Array.from({ length: 9000 }, (_, rank) => itemOn(listUid, rank));
		await world.insert('Item', items);
		expect((await storedItems(look, listUid)).map(({ rank }) => rank)).toEqual(
			items.map(({ rank }) => rank)
		);
	});
});

function itemOn(listUid: string, rank: number) {
	const now = new Date();
	const uid = newUid('itm');
	return { uid, listUid, label: 'milk', labelWords: 'milk', rank, createdAt: now, updatedAt: now };
}
