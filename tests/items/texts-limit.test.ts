import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFields, type TextField } from '../../src/lib/server/items/fields.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { countStatements } from '../support/count-statements.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const longest = 'x'.repeat(64_000);
/** 500 letters under 31 accents each: 31,500 bytes, of which 317 fit on a list. */
const longestLabel = `e${'\u0301'.repeat(31)}`.repeat(500);
const isFull = { kind: 'not-yet', message: expect.stringContaining('10 MB') };

describe.each(providers)('the texts on a list on %s', (provider) => {
	let world: World;
	let ada: Caller;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
	});
	afterAll(() => world.close());

	const nearlyFull = () => filled(155);

	/** Puts two more long notes on a list, whatever it can hold. */
	async function overfill(listUid: string) {
		const other = await filled(2);
		await world.database.writer.item.updateMany({
			where: { listUid: other.listUid },
			data: { listUid }
		});
	}

	/** A list with one short note, beside so many long ones, or long texts of another field. There is room for 156 in all. */
	async function filled(count: number, field: TextField = 'note', text = longest) {
		const { uid: listUid } = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'short', note: 'x' });
		const row = await world.database.reader.item.findUniqueOrThrow({ where: { uid: item.uid } });
		const { number: _, doneAt, deletedAt, ...columns } = row;
		const many = Array.from({ length: count }, (_, index) => ({
			...columns,
			uid: `itm_${listUid}_${index}`,
			[field]: text,
			rank: row.rank + 1 + index
		}));
		await world.insert('Item', many);
		return { listUid, itemUid: item.uid, longUid: many[0]?.uid ?? '' };
	}

	const add = (by: Caller, listUid: string, note: string) =>
		world.ask(items.addItem, by, { listUid, label: 'milk', note });

	it('take up at most 10 MB, however they come there', async () => {
		const { listUid, itemUid } = await nearlyFull();
		const { item: last } = await add(ada, listUid, longest);
		await expect(add(ada, listUid, longest)).rejects.toMatchObject(isFull);
		const edits = [{ itemUid, note: longest }];
		await expect(world.ask(items.changeItems, ada, { items: edits })).rejects.toMatchObject(isFull);
		const appended = world.ask(items.appendToNote, ada, { itemUid, text: longest.slice(1000) });
		await expect(appended).rejects.toMatchObject(isFull);
		const { uid: elsewhere } = await world.listOf(ada);
		const { item: moved } = await add(ada, elsewhere, longest);
		const move = { itemUid: moved.uid, toListUid: listUid };
		await expect(world.ask(items.moveItem, ada, move)).rejects.toMatchObject(isFull);
		await world.ask(items.deleteItem, ada, { itemUid: last.uid });
		await add(ada, listUid, longest);
		await expect(world.ask(trash.restore, ada, { uid: last.uid })).rejects.toMatchObject(isFull);
		expect((await world.ask(lists.getList, ada, { listUid })).items).toHaveLength(157);
	});

	it.each(textFields)('are at most 10 MB, of which the %s is a part', async (field) => {
		const { listUid, itemUid } = await filled(157, field);
		const edit = { itemUid, label: 'longer', note: 'x'.repeat(1000) };
		await expect(world.ask(items.changeItem, ada, edit)).rejects.toMatchObject(isFull);
		await expect(add(ada, listUid, edit.note)).rejects.toMatchObject(isFull);
	});

	it('are at most 10 MB of labels, however they come there', async () => {
		const { listUid, itemUid, longUid } = await filled(316, 'label', longestLabel);
		const long = { label: longestLabel };
		const { item: last } = await world.ask(items.addItem, ada, { listUid, ...long });
		const one = world.ask(items.addItem, ada, { listUid, ...long });
		await expect(one).rejects.toMatchObject(isFull);
		const lines = { listUid, lines: [{ ...long, again: true }] };
		await expect(world.ask(items.addLines, ada, lines)).rejects.toMatchObject(isFull);
		const edits = [{ itemUid, ...long }];
		await expect(world.ask(items.changeItems, ada, { items: edits })).rejects.toMatchObject(isFull);
		await world.ask(items.changeItems, ada, { items: [...edits, { itemUid, label: 'short' }] });
		const { uid: elsewhere } = await world.listOf(ada);
		const { item: moved } = await world.ask(items.addItem, ada, { listUid: elsewhere, ...long });
		const move = { itemUids: [moved.uid], toListUid: listUid };
		await expect(world.ask(items.moveItems, ada, move)).rejects.toMatchObject(isFull);
		const { caller: token } = await world.tokenOf(ada);
		await world.ask(items.changeItem, token, { itemUid: longUid, label: 'renamed' });
		await world.ask(items.deleteItem, ada, { itemUid: last.uid });
		await world.ask(items.addItems, ada, { listUid, items: [long, long] });
		await expect(world.ask(trash.restore, ada, { uid: last.uid })).rejects.toMatchObject(isFull);
		expect(await undo(token)).toMatchObject({
			undone: 0,
			skipped: [{ itemUid: longUid, reason: expect.stringContaining('10 MB') }]
		});
	});

	it('do not come back by an undo where there is no room for them, and the rest of it does', async () => {
		const { listUid, itemUid, longUid } = await nearlyFull();
		const { caller: token } = await world.tokenOf(ada);
		await world.ask(items.changeItem, token, { itemUid: longUid, note: '' });
		await world.ask(items.changeItem, token, { itemUid, label: 'renamed', note: 'other' });
		await add(ada, listUid, longest);
		await add(ada, listUid, longest);
		for (const dryRun of [true, false])
			expect(await undo(token, dryRun)).toMatchObject({
				undone: 1,
				skipped: [{ itemUid: longUid, reason: expect.stringContaining('10 MB') }]
			});
		const { item } = await world.ask(items.getItem, ada, { itemUid });
		expect(item).toMatchObject({ label: 'short', note: 'x' });
	});

	const undo = (by: Caller, dryRun = false) =>
		world.ask(tokens.undoOwnChanges, by, { since: new Date(0).toISOString(), dryRun });

	it('keep nobody from undoing what made them longer, or what is not about them', async () => {
		const { listUid, itemUid, longUid } = await nearlyFull();
		const { uid: elsewhere } = await world.listOf(ada);
		const { item: moved } = await add(ada, elsewhere, longest);
		const { caller: token } = await world.tokenOf(ada);
		await world.ask(items.moveItem, token, { itemUid: moved.uid, toListUid: listUid });
		await world.ask(items.changeItem, token, { itemUid, note: 'y'.repeat(2000) });
		await world.ask(items.tickItem, token, { itemUid: longUid, done: true });
		await overfill(listUid);
		expect(await undo(token)).toMatchObject({ undone: 3, skipped: [] });
		const { list } = await world.ask(items.getItem, ada, { itemUid: moved.uid });
		expect(list?.uid).toBe(elsewhere);
	});

	it('keep no short note from coming back, and no list from being copied', async () => {
		const { listUid, itemUid } = await nearlyFull();
		const { item: long } = await add(ada, listUid, longest);
		await world.ask(items.deleteItems, ada, { itemUids: [itemUid, long.uid] });
		await overfill(listUid);
		await world.ask(trash.restore, ada, { uid: itemUid });
		await expect(world.ask(trash.restore, ada, { uid: long.uid })).rejects.toMatchObject(isFull);
		const { items: originals } = await world.ask(lists.getList, ada, { listUid });
		const { list } = await world.ask(lists.duplicateList, ada, { listUid });
		const copy = await world.ask(lists.getList, ada, { listUid: list.uid });
		expect(copy.items.map(({ note }) => note)).toEqual(originals.map(({ note }) => note));
	});

	it('are added up once for each list that items of one command are on', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { uid: elsewhere } = await world.listOf(ada);
		const long = (count: number) => 'x'.repeat(1000 + count);
		const bodies = Array.from({ length: 20 }, (_, count) => ({
			label: `${count}`,
			note: long(count)
		}));
		const added = await world.ask(items.addItems, ada, { listUid, items: bodies });
		const itemUids = added.items.map(({ uid }) => uid);
		const sums = (work: () => Promise<unknown>) => countStatements(work, /SUM\(octet_length/);
		const edits = itemUids.map((itemUid, count) => ({ itemUid, note: long(100 + count) }));
		expect(await sums(() => world.ask(items.changeItems, ada, { items: edits }))).toBe(1);
		const move = { itemUids, toListUid: elsewhere };
		expect(await sums(() => world.ask(items.moveItems, ada, move))).toBe(1);
		expect(await sums(() => world.ask(items.moveItems, ada, move))).toBe(0);
		await world.ask(items.deleteItems, ada, { itemUids });
		expect(await sums(() => world.ask(trash.restoreEntries, ada, { uids: itemUids }))).toBe(1);
	});

	it('are not added up where those of the item are short', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const texts = { label: 'm'.repeat(500), quantity: 'q'.repeat(50), note: 'n'.repeat(400) };
		const sums = await countStatements(async () => {
			const { item } = await world.ask(items.addItem, ada, { listUid, ...texts });
			await world.ask(items.changeItem, ada, { itemUid: item.uid, dueOn: '2026-11-22' });
		}, /SUM\(octet_length/);
		expect(sums).toBe(0);
	});

	it('can be shortened and stay where they are, and short ones can be added, where they are too long already', async () => {
		const { listUid, itemUid, longUid } = await nearlyFull();
		await overfill(listUid);
		await add(ada, listUid, 'short');
		await world.ask(items.changeItem, ada, { itemUid, note: 'also short' });
		await world.ask(items.moveItem, ada, { itemUid: longUid });
		await world.ask(items.tickItem, ada, { itemUid: longUid, done: true });
		await world.ask(items.changeItem, ada, { itemUid: longUid, note: longest.slice(1) });
		const longerLabel = { label: 'l'.repeat(100), note: longest.slice(200) };
		await world.ask(items.changeItem, ada, { itemUid: longUid, ...longerLabel });
		await world.ask(lists.renameList, ada, { listUid, name: 'Long' });
	});
});
