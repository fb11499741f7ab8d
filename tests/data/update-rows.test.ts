// Sets many rows at once, each to values of its own, with the same result as the client row by row.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateEach } from '../../src/lib/server/data/update-rows.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { lookInto, storedItems, type Look } from '../support/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('rows set together on %s', (provider) => {
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

	async function filled(count: number) {
		const { uid: listUid } = await world.listOf(ada);
		const at = new Date('2026-01-01T00:00:00Z');
		const uids = Array.from({ length: count }, () => newUid('itm'));
		const blank = { listUid, label: 'tea', labelWords: 'tea', rank: 0 };
		const rows = uids.map((uid) => ({ ...blank, uid, createdAt: at, updatedAt: at }));
		await world.insert('Item', rows);
		return { listUid, uids };
	}

	const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
	const drawn = fc.record(
		{
			label: fc.constantFrom('milk', 'rum', "'"),
			// The client writes about fifteen digits of a number, so draw numbers that fit into fewer.
			rank: fc.integer().map((made) => made / 8),
			doneAt: fc.option(moment),
			doneByUid: fc.constantFrom(null, 'ada')
		},
		{ requiredKeys: [] }
	);

	it('are the same as when the client updates them', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(drawn, { maxLength: 8 }), moment, async (drawnRows, updatedAt) => {
				const rows = drawnRows.map(({ doneByUid, ...row }) => ({
					...row,
					...(doneByUid === undefined ? {} : { doneByUid: doneByUid && ada.member.uid }),
					updatedAt
				}));
				const [one, other] = [await filled(rows.length + 1), await filled(rows.length + 1)];
				const each = rows.map((row, at) => ({ ...row, uid: one.uids[at] ?? '' }));
				await updateEach(world.database.writer, 'Item', each);
				for (const [at, data] of rows.entries())
					await world.database.writer.item.update({ where: { uid: other.uids[at] ?? '' }, data });
				expect(await storedItems(look, one.listUid)).toEqual(
					await storedItems(look, other.listUid)
				);
			}),
			{ numRuns: 30 }
		);
	});

	it('are all set when they need more than one statement', async () => {
		const { listUid, uids } = await filled(9000);
		const rows = uids.map((uid, rank) => ({ uid, rank, label: `tea ${rank}` }));
		await updateEach(world.database.writer, 'Item', rows);
		expect((await storedItems(look, listUid)).map(({ rank, label }) => ({ rank, label }))).toEqual(
			rows.map(({ rank, label }) => ({ rank, label }))
		);
	});
});
