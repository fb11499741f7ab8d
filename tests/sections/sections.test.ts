// Sections of a list, and the sections that new items are put into by themselves.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('the sections of a list on %s', (provider) => {
	let world: World;
	let ada: MemberCaller;
	let ben: MemberCaller;
	let listUid: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());
	beforeEach(async () => void (listUid = (await world.listOf(ada)).uid));

	const section = async (name: string, afterSectionUid?: string) =>
		(await world.ask(sections.createSection, ada, { listUid, name, afterSectionUid })).section.uid;
	const add = async (label: string, sectionUid?: string, on = listUid) =>
		(await world.ask(items.addItem, ada, { listUid: on, label, sectionUid })).item.uid;
	const move = (itemUid: string, to: object) => world.ask(items.moveItem, ada, { itemUid, ...to });

	/** As `Milk, Eggs | Dairy: Butter`. */
	async function read(uid = listUid): Promise<string> {
		const { items: all } = await world.ask(lists.getList, ada, { listUid: uid });
		const { sections: found } = await world.ask(sections.getSections, ada, { listUid: uid });
		const placed = new Map(
			found.flatMap(({ name, itemUids }) => itemUids.map((itemUid) => [itemUid, name]))
		);
		const under = (name?: string) =>
			all.flatMap(({ uid: itemUid, label }) => (placed.get(itemUid) === name ? [label] : []));
		const inOrder = [undefined, ...found.map(({ name }) => name)].flatMap(under);
		expect(all.map(({ label }) => label)).toEqual(inOrder);
		return [
			under().join(', '),
			...found.map(({ name }) => `${name}: ${under(name).join(', ')}`)
		].join(' | ');
	}

	it('are created last, first or after another one', async () => {
		const dairy = await section('Dairy');
		await section('Bakery', '');
		await section('Frozen', dairy);
		await section('Hardware');
		expect(await read()).toBe(' | Bakery:  | Dairy:  | Frozen:  | Hardware: ');
	});

	it('stay where they are when one is placed after itself', async () => {
		const dairy = await section('Dairy');
		await section('Bakery');
		const afterItself = { sectionUid: dairy, afterSectionUid: dairy };
		await world.ask(sections.changeSection, ada, afterItself);
		expect(await read()).toBe(' | Dairy:  | Bakery: ');
	});

	it('are not created again under a name that differs only in case and accents', async () => {
		const ensure = (name: string, by: MemberCaller = ada) =>
			world.ask(sections.ensureSection, by, { listUid, name });
		const [dairy] = [await section('Dairy'), await section('DAIRY'), await section('Crème')];
		const changes = () => world.database.reader.change.count({ where: { listUid } });
		const before = await changes();
		expect(await ensure('dairy')).toEqual({ section: { uid: dairy }, isNew: false });
		expect((await ensure(' creme ')).isNew).toBe(false);
		expect(await changes()).toBe(before);
		// A person may call one as they like; only an assistant mistakes a uid for a name.
		for (const name of ['Bakery', 'sec_tools']) expect((await ensure(name)).isNew).toBe(true);
		expect(await read()).toBe(' | Dairy:  | DAIRY:  | Crème:  | Bakery:  | sec_tools: ');
		const { caller } = await world.tokenOf(ada, { abilities: { write: true } });
		expect(await outcome(ensure('dairy', caller))).toBe('forbidden');
	});

	it('are created once when two members add the same name at the same time', async () => {
		const both = ['Frozen', 'frozen'].map((as) =>
			world.ask(sections.ensureSection, ada, { listUid, name: as })
		);
		const made = await Promise.all(both);
		expect(new Set(made.map(({ section: { uid } }) => uid)).size).toBe(1);
		expect((await read()).toLowerCase()).toBe(' | frozen: ');
	});

	it('are not renamed to the name of another one in any spelling, but can change the spelling of their own', async () => {
		const [, bakery] = [await section('Dairy'), await section('Bakery')];
		const rename = (name: string, by: MemberCaller = ada) =>
			world.ask(sections.renameSection, by, { sectionUid: bakery, name });
		const before = await read();
		expect(await outcome(rename(' DAIRY'))).toBe('exists');
		expect(await read()).toBe(before);
		await rename('bakery');
		expect(await read()).toBe(' | Dairy:  | bakery: ');
		const { caller } = await world.tokenOf(ada, { abilities: { write: true } });
		expect(await outcome(rename('Frozen', caller))).toBe('forbidden');
		await world.ask(sections.changeSection, ada, { sectionUid: bakery, name: 'Dairy' });
		await rename('Dairy');
		expect(await read()).toBe(' | Dairy:  | Dairy: ');
	});

	it('are not renamed when another gets the name at the same time', async () => {
		const uids = [await section('Dairy'), await section('Bakery')];
		const both = uids.map((sectionUid) =>
			outcome(world.ask(sections.renameSection, ada, { sectionUid, name: 'Frozen' }))
		);
		expect((await Promise.all(both)).toSorted()).toEqual(['done', 'exists']);
	});

	it('are renamed and placed, recorded as one change', async () => {
		const [dairy, bakery] = [await section('Dairy'), await section('Bakery')];
		const before = await world.database.reader.change.count({ where: { listUid } });
		const { section: changed } = await world.ask(sections.changeSection, ada, {
			...{ sectionUid: dairy, name: 'Milk and eggs' },
			afterSectionUid: bakery
		});
		expect(changed).toEqual({ uid: dairy, name: 'Milk and eggs', itemUids: [] });
		expect(await read()).toBe(' | Bakery:  | Milk and eggs: ');
		await world.ask(sections.changeSection, ada, { sectionUid: dairy, afterSectionUid: bakery });
		const told = await world.database.reader.change.findMany({ where: { listUid } });
		expect(told.slice(before).map(({ kind }) => kind)).toEqual(['list.sectioned']);
	});

	it('leave their items on the list when they are deleted, and forget their labels', async () => {
		const dairy = await section('Dairy');
		const milk = await add('Milk', dairy);
		await add('Bread');
		const eggs = await add('Eggs', dairy);
		await world.ask(items.deleteItem, ada, { itemUid: eggs });
		const before = await world.database.reader.change.count({ where: { listUid } });
		await world.ask(sections.deleteSection, ada, { sectionUid: dairy });
		expect(await read()).toBe('Milk, Bread');
		const told = await world.database.reader.change.findMany({
			where: { listUid },
			orderBy: { number: 'asc' }
		});
		expect(told.slice(before).map(({ itemUid }) => itemUid)).toEqual(['', milk]);
		const { version } = await world.ask(lists.getChanges, ada, { listUid });
		await section('Dairy');
		await add('Milk');
		expect(await read()).toBe('Milk, Bread, Milk | Dairy: ');
		const changes = await world.ask(lists.getChanges, ada, { listUid, after: version });
		expect(changes.items.map(({ uid }) => uid)).not.toContain(milk);
	});

	it('leave an item right behind the one that it was moved behind when they are deleted', async () => {
		const dairy = await section('Dairy');
		const butter = await add('Butter', dairy);
		for (const label of ['Bread', 'Cake']) await add(label);
		await add('Cream', dairy);
		await move(await add('Milk', dairy), { afterItemUid: butter });
		expect(await read()).toBe('Bread, Cake | Dairy: Butter, Milk, Cream');
		await world.ask(sections.deleteSection, ada, { sectionUid: dairy });
		expect(await read()).toBe('Butter, Milk, Bread, Cake, Cream');
	});

	it('are at most a hundred', async () => {
		for (let count = 0; count < 100; count += 1) await section(`Aisle ${count}`);
		expect(await outcome(section('Aisle 101'))).toBe('not-yet');
	});

	it('are refused for a list out of reach as for one that never existed', async () => {
		const dairy = await section('Dairy');
		const asked = [dairy, 'sec_none'].map((sectionUid) =>
			world.ask(sections.changeSection, ben, { sectionUid, name: 'Mine' }).catch(String)
		);
		const [theirs, none] = await Promise.all(asked);
		expect(theirs).toMatch(/section doesn't exist/);
		expect(theirs).toBe(none);
	});

	const wrongIn = (...fields: string[]) => ({
		kind: 'malformed',
		violations: fields.map((field) => ({ field }))
	});

	it('accept no item that names a section of another list', async () => {
		const other = (await world.listOf(ada)).uid;
		const { section: theirs } = await world.ask(sections.createSection, ada, {
			listUid: other,
			name: 'Dairy'
		});
		await expect(add('Milk', theirs.uid)).rejects.toMatchObject(wrongIn('sectionUid'));
		const dairy = await section('Dairy');
		const bodies = [theirs.uid, dairy, 'sec_none', ''].map((sectionUid) => ({
			label: 'Milk',
			sectionUid
		}));
		const adding = world.ask(items.addItems, ada, { listUid, items: bodies });
		await expect(adding).rejects.toMatchObject(wrongIn('items.0.sectionUid', 'items.2.sectionUid'));
		const milk = await add('Milk');
		expect(await outcome(move(milk, { sectionUid: theirs.uid }))).toBe('malformed');
		expect(await outcome(section('Bakery', theirs.uid))).toBe('malformed');
	});

	describe('an item', () => {
		it('goes to the end of its section, or on top where the list is set so', async () => {
			const dairy = await section('Dairy');
			await section('Bakery');
			for (const label of ['Milk', 'Butter']) await add(label, dairy);
			await add('Soap');
			await world.ask(lists.setAddsOnTop, ada, { listUid, addsOnTop: true });
			await add('Cream', dairy);
			expect(await read()).toBe('Soap | Dairy: Cream, Milk, Butter | Bakery: ');
		});

		it('goes by itself to the section where its label last was on this list', async () => {
			const [dairy, bakery] = [await section('Dairy'), await section('Bakery')];
			await world.ask(items.deleteItem, ada, { itemUid: await add('Crème fraîche', dairy) });
			await add('2 l  CREME FRAICHE ');
			expect(await read()).toBe(' | Dairy: 2 l  CREME FRAICHE | Bakery: ');
			await move(await add('Bread'), { sectionUid: bakery });
			await add('bread');
			await add('bread', '');
			await add('Bread');
			expect(await read()).toBe('bread, Bread | Dairy: 2 l  CREME FRAICHE | Bakery: Bread, bread');
		});

		it('is remembered by its new name after it was renamed', async () => {
			const dairy = await section('Dairy');
			const itemUid = await add('Mlik', dairy);
			await world.ask(items.changeItem, ada, { itemUid, label: 'Milk' });
			await add('milk');
			expect(await read()).toBe(' | Dairy: Milk, milk');
		});

		it('goes on another list to the section where its label last was there', async () => {
			await section('Dairy');
			const milk = await add('Milk');
			const from = listUid;
			listUid = (await world.listOf(ada)).uid;
			const cooled = await section('Cooled');
			await add('Milk', cooled);
			await move(milk, { toListUid: listUid });
			expect(await read()).toBe(' | Cooled: Milk, Milk');
			await move(milk, { toListUid: from });
			expect(await read(from)).toBe('Milk | Dairy: ');
			await add('Milk', '', from);
			await add('Milk');
			expect(await read()).toBe(' | Cooled: Milk, Milk');
		});

		it('comes from another list to where a new item goes: the end of its section, or on top where the list is set so', async () => {
			const [tea, milk, rice] = [await add('Tea'), await add('Milk'), await add('Rice')];
			const from = listUid;
			listUid = (await world.listOf(ada)).uid;
			const cooled = await section('Cooled');
			await add('Salt');
			for (const label of ['Milk', 'Cream']) await add(label, cooled);
			const toOtherList = (itemUid: string) =>
				world.ask(items.placeItem, ada, { itemUid, toListUid: listUid });
			await toOtherList(tea);
			expect(await read()).toBe('Salt, Tea | Cooled: Milk, Cream');
			await world.ask(lists.setAddsOnTop, ada, { listUid, addsOnTop: true });
			await toOtherList(milk);
			await toOtherList(rice);
			expect(await read()).toBe('Rice, Salt, Tea | Cooled: Milk, Milk, Cream');
			const { sections: now } = await world.ask(sections.getSections, ada, { listUid });
			expect(now[0]?.itemUids[0]).toBe(milk);
			expect(await read(from)).toBe('');
		});

		it('is moved to the top of a section, behind another item and out of it', async () => {
			const dairy = await section('Dairy');
			const [milk, bread, soap] = [await add('Milk', dairy), await add('Bread'), await add('Soap')];
			await move(bread, { sectionUid: dairy });
			await move(soap, { afterItemUid: bread });
			expect(await read()).toBe(' | Dairy: Bread, Soap, Milk');
			await move(milk, { afterItemUid: '' });
			expect(await read()).toBe(' | Dairy: Milk, Bread, Soap');
			await move(bread, { sectionUid: '' });
			expect(await read()).toBe('Bread | Dairy: Milk, Soap');
			expect(await outcome(move(soap, { sectionUid: dairy, afterItemUid: bread }))).toBe(
				'malformed'
			);
			expect(await outcome(move(soap, { sectionUid: '', afterItemUid: soap }))).toBe('malformed');
			await move(soap, { sectionUid: dairy, afterItemUid: soap });
			expect(await read()).toBe('Bread | Dairy: Milk, Soap');
		});

		it('steps over the edge of its section, and back to its place', async () => {
			const dairy = await section('Dairy');
			await section('Bakery');
			const [soap, milk] = [await add('Soap'), await add('Milk', dairy)];
			const step = (itemUid: string, to: object) =>
				world.ask(items.placeItem, ada, { itemUid, ...to });
			await step(milk, { step: 'down' });
			expect(await read()).toBe('Soap | Dairy:  | Bakery: Milk');
			await step(milk, { step: 'down' });
			await step(soap, { step: 'up' });
			await step(soap, { step: 'down' });
			expect(await read()).toBe(' | Dairy: Soap | Bakery: Milk');
			const was = await step(milk, { sectionUid: dairy });
			expect(await read()).toBe(' | Dairy: Soap, Milk | Bakery: ');
			const { wasInSectionUid: sectionUid, wasBelowItemUids: belowItemUids } = was;
			await step(milk, { sectionUid, belowItemUids });
			expect(await read()).toBe(' | Dairy: Soap | Bakery: Milk');
		});

		it('goes back to the nearest place where what it was below, or its section, is gone', async () => {
			const dairy = await section('Dairy');
			await add('Soap');
			const [milk, butter, cream, eggs] = [
				await add('Milk', dairy),
				await add('Butter', dairy),
				await add('Cream', dairy),
				await add('Eggs', dairy)
			];
			await add('Jam', dairy);
			const other = await world.listOf(ada);
			const moved = { itemUid: eggs, toListUid: other.uid };
			const was = await world.ask(items.placeItem, ada, moved);
			expect(was.wasBelowItemUids).toEqual([cream, butter, milk]);
			const back = { sectionUid: was.wasInSectionUid, belowItemUids: was.wasBelowItemUids };
			const putBack = () =>
				world.ask(items.placeItem, ada, { itemUid: eggs, toListUid: listUid, ...back });
			await world.ask(items.deleteItem, ada, { itemUid: cream });
			await move(butter, { sectionUid: '' });
			await putBack();
			expect(await read()).toBe('Butter, Soap | Dairy: Milk, Eggs, Jam');
			await world.ask(items.deleteItem, ada, { itemUid: milk });
			await putBack();
			expect(await read()).toBe('Butter, Soap | Dairy: Eggs, Jam');
			await world.ask(sections.deleteSection, ada, { sectionUid: dairy });
			await putBack();
			expect(await read()).toBe('Butter, Eggs, Soap, Jam');
		});
	});

	it('each keep the order of several items that are put on top', async () => {
		const dairy = await section('Dairy');
		await add('Soap');
		const itemUids = [
			await add('Milk', dairy),
			await add('Rice'),
			await add('Butter', dairy),
			await add('Tea')
		];
		await add('Cream', dairy);
		await world.ask(items.moveItems, ada, { itemUids });
		expect(await read()).toBe('Rice, Tea, Soap | Dairy: Milk, Butter, Cream');
	});

	it('are copied with the list, and so are their labels', async () => {
		const dairy = await section('Dairy');
		await add('Milk', dairy);
		await world.ask(items.deleteItem, ada, { itemUid: await add('Butter', dairy) });
		const { list } = await world.ask(lists.duplicateList, ada, { listUid });
		await add('butter', undefined, list.uid);
		expect(await read(list.uid)).toBe(' | Dairy: Milk, butter');
		expect(await read()).toBe(' | Dairy: Milk');
	});

	it('remember ten thousand labels, and forget the oldest', async () => {
		const dairy = await section('Dairy');
		const { writer } = world.database;
		const at = (count: number) => new Date(world.now().getTime() - 1000 - count);
		const known = Array.from({ length: 10_000 }, (_, count) => ({
			...{ listUid, sectionUid: dairy },
			...{ label: `thing ${count}`, at: at(count) }
		}));
		await world.insert('SectionLabel', known);
		const { uid: other } = await world.listOf(ada, 'Other');
		const { section: old } = await world.ask(sections.createSection, ada, {
			...{ listUid: other, name: 'Dairy' }
		});
		const older = { listUid: other, sectionUid: old.uid, label: 'cream', at: at(20_000) };
		await world.insert('SectionLabel', [older]);
		await add('Milk', dairy);
		expect(await writer.sectionLabel.count({ where: { listUid: other } })).toBe(1);
		expect(await writer.sectionLabel.count({ where: { listUid } })).toBe(10_000);
		const oldest = { listUid, label: { in: ['milk', 'thing 9998', 'thing 9999'] } };
		const left = await writer.sectionLabel.findMany({ where: oldest, orderBy: { label: 'asc' } });
		expect(left.map(({ label }) => label)).toEqual(['milk', 'thing 9998']);
		const { sections: told } = await world.ask(lists.getChanges, ada, { listUid });
		expect(told[0]?.labels).toHaveLength(500);
		expect(told[0]?.labels[0]).toBe('milk');
	});

	it('of a list with thousands of items are copied too', async () => {
		const dairy = await section('Dairy');
		const all = Array.from({ length: 8_500 }, (_, count) => `thing ${count}`);
		await world.insert(
			'Item',
			all.map((label, rank) => ({
				...{ uid: `itm_${listUid.slice(4)}${rank}`, listUid, label, labelWords: label, rank },
				...{ sectionUid: dairy, addedByUid: ada.member.uid },
				...{ createdAt: world.now(), updatedAt: world.now() }
			}))
		);
		const { list } = await world.ask(lists.duplicateList, ada, { listUid });
		const { sections: copied } = await world.ask(sections.getSections, ada, { listUid: list.uid });
		expect(copied[0]?.itemUids).toHaveLength(8_500);
	});

	it('show labels that were there before only to members who may edit the list', async () => {
		const errands = await section('Errands');
		await world.ask(items.deleteItem, ada, { itemUid: await add('divorce lawyer', errands) });
		await add('Stamps', errands);
		const told = async (uid: string) => {
			const { sections: known } = await world.ask(lists.getChanges, ben, { listUid: uid });
			return known.map(({ name, labels }) => [name, ...labels]);
		};
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		expect(await told(listUid)).toEqual([['Errands']]);
		const { list } = await world.ask(lists.duplicateList, ben, { listUid });
		expect(await told(list.uid)).toEqual([['Errands', 'stamps']]);
		await world.ask(lists.shareList, ada, {
			...{ listUid, sharing: 'SHARING_INSTANCE' },
			canEdit: true
		});
		expect(await told(listUid)).toEqual([['Errands', 'divorce lawyer', 'stamps']]);
	});

	it('tell a client that keeps a copy their labels', async () => {
		const dairy = await section('Dairy');
		const milk = await add('2 l Milk', dairy);
		const { sections: known, items: all } = await world.ask(lists.getChanges, ada, { listUid });
		expect(known).toEqual([{ uid: dairy, name: 'Dairy', labels: ['milk'] }]);
		expect(all).toMatchObject([{ uid: milk, sectionUid: dairy }]);
	});
});
