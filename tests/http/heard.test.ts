// A page carries the id of the newest event that it shows, and its event stream continues after that one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../../src/lib/server/events/event-id.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { openCast, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

const rounds = 40;
/** Pages that are requested at once, so that some are rendered while an item is committed. */
const pagesAtOnce = 8;

describe.each(providers)('a page on %s', (provider) => {
	let cast: Cast;
	let listUid: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		[listUid] = await cast.write((rows) => [rows.list(cast.ada.uid)]);
	});
	afterAll(() => cast.close());

	it('shows every item up to the event that it carries', async () => {
		const shown: { heard: number; html: string }[] = [];
		let isOver = false;
		const look = async () => {
			while (!isOver) {
				const { text } = await cast.ada.send('GET', `/lists/${listUid}`, {
					headers: { accept: 'text/html' }
				});
				shown.push({ heard: Number(/\bheard:(-?\d+)/.exec(text)?.[1]), html: text });
			}
		};
		const looking = Array.from({ length: pagesAtOnce }, look);
		for (let round = 0; round < rounds; round += 1)
			await cast.ada.ask(items.addItem, { listUid, label: `item ${round}.` });
		isOver = true;
		await Promise.all(looking);
		const added = await eventsOfItems();
		expect(added).toHaveLength(rounds);
		const heardOfSome = shown.filter(({ heard }) => added.some(({ id }) => id <= heard));
		expect(heardOfSome.length).toBeGreaterThan(rounds / 2);
		for (const { heard, html } of shown) {
			const before = added.filter(({ id }) => id <= heard);
			expect(before.filter(({ label }) => !html.includes(label))).toEqual([]);
		}
	});

	async function eventsOfItems(): Promise<{ id: number; label: string }[]> {
		const rows = await cast.database.read.query<{
			number: number | bigint;
			at: Date | string;
			label: string;
		}>(sql`
			SELECT c."number", c."at", i."label" FROM "Change" c JOIN "Item" i ON i."uid" = c."itemUid" WHERE c."kind" = 'item.added'`);
		return rows.map(({ number, at, label }) => ({
			id: idOf({ number: Number(number), at }),
			label
		}));
	}
});
