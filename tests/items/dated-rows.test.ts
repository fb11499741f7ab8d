// What is due is shown without notes, so the notes of all lists together do not leave the database for it.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { datedRows, items } from '../../src/lib/server/items/operations.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { part } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { countStatements } from '../support/count-statements.ts';
import { openCast, type Cast } from '../support/household.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const today = () => new Date().toISOString().slice(0, 10);

describe.each(providers)('the rows of what is due on %s', (provider) => {
	let world: World;
	let ada: Caller;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
	});
	afterAll(() => world.close());

	it('are the dated items, with the first character of each note', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const given = ['', 'the blue one', '🧀 and bread', '\n- [ ] a box'].map((note, number) => ({
			...{ label: `cheese ${number}`, dueOn: '2026-11-22', note }
		}));
		await world.ask(items.addItems, ada, { listUid, items: given });
		const days = { from: '2026-11-22', to: '2026-11-22' };
		const { items: whole } = await world.ask(items.getDatedItems, ada, days);
		const { items: rows } = await world.ask(datedRows, ada, days);
		expect(rows.map(({ item }) => item.note)).toEqual(['', 't', '🧀', '\n']);
		expect(rows).toEqual(
			whole.map(({ item, ...on }) => ({
				...on,
				item: { ...item, note: Array.from(item.note).slice(0, 1).join('') }
			}))
		);
	});

	it('and the dated items are read with one statement', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const given = { label: 'cheese', dueOn: '2026-11-23', note: 'the blue one' };
		await world.ask(items.addItem, ada, { listUid, ...given });
		const days = { from: '2026-11-23', to: '2026-11-23' };
		for (const operation of [items.getDatedItems, datedRows]) {
			const reading = async () =>
				expect((await world.ask(operation, ada, days)).items).toHaveLength(1);
			expect(await countStatements(reading, /"dueOn" >= /)).toBe(1);
		}
	});
});

describe.each(providers)('the notes of what is due on %s', (provider) => {
	it(
		'are at most 10 MB in one answer, and those of fewer days are given',
		{ timeout: 30_000 },
		async () => {
			const cast = await openCast(provider);
			onTestFinished(() => cast.close().then(() => {}));
			const days = ['2026-11-21', '2026-11-22'];
			await cast.write((rows) => {
				for (const dueOn of days) {
					const list = rows.list(cast.ada.uid);
					for (let count = 0; count < 80; count += 1)
						rows.item(list, { dueOn, note: 'é'.repeat(32_000) });
				}
			});
			const due = (from: string, to: string) => cast.ada.get(`/dated-items?from=${from}&to=${to}`);
			const [first = '', last = ''] = days;
			expect(await due(first, last)).toMatchObject({
				status: 400,
				body: { details: [{ fieldViolations: [{ field: 'to' }] }] }
			});
			for (const day of days) expect((await due(day, day)).status).toBe(200);
		}
	);
});

describe('what is due', () => {
	let cast: Cast;
	beforeAll(async () => {
		cast = await openCast('sqlite');
		await cast.write((rows) => {
			const list = rows.list(cast.ada.uid);
			const note = 'a note that only the page of its item shows';
			rows.item(list, { label: 'Noted', dueOn: today(), note });
			rows.item(list, { label: 'Plain', dueOn: today() });
		});
	});
	afterAll(() => cast.close());

	it.each(['/today', '/upcoming', '/calendar'])('is shown without notes on %s', async (path) => {
		for (const address of [path, `${path}/__data.json`]) {
			const { status, text } = await cast.ada.send('GET', address);
			expect(status).toBe(200);
			expect(text).toContain('Noted');
			expect(text).not.toContain('a note that');
		}
	});

	it('tells assistants which items have a note', async () => {
		const bearer = await cast.write((rows) => rows.pair(cast.ada.uid));
		const { body } = await askedOf(cast.origin, { bearer }, 'tools/call', {
			name: 'get_dated_items',
			arguments: { to: today() }
		});
		const due = part(part(part(body, 'result'), 'structuredContent'), 'items');
		const told = (Array.isArray(due) ? due : []).map((one) => part(part(one, 'item'), 'hasNote'));
		expect(told).toEqual([true, undefined]);
	});
});
