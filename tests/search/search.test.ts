import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('search on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());

	const hits = async (query: string, who: Caller = ada) =>
		(await world.ask(search.search, who, { query })).hits;
	const found = async (query: string, who: Caller = ada) =>
		(await hits(query, who)).map(({ text }) => text);
	const count = async (query: string, who: Caller = ada) =>
		(await world.ask(search.search, who, { query })).hitCount;
	const listWith = async (name: string, ...labels: string[]) => {
		const { uid } = await world.listOf(ada, name);
		if (labels.length === 0) return { uid, uids: [] };
		const { items: added } = await world.ask(items.addItems, ada, {
			listUid: uid,
			items: labels.map((label) => ({ label }))
		});
		return { uid, uids: added.map((item) => item.uid) };
	};

	it('finds lists, items and notes, and says where each is', async () => {
		const { uid: listUid } = await listWith('Quince things');
		const { item } = await world.ask(items.addItem, ada, {
			listUid,
			label: 'quince jelly',
			note: 'first line\n  the quinces of the neighbours \nlast'
		});
		const name = 'Quince things';
		const at = { listUid, listName: name, done: false, archived: false };
		const { uid: itemUid, label } = item;
		const note = 'the quinces of the neighbours';
		expect(await hits('quince')).toEqual([
			{ kind: 'SEARCH_HIT_KIND_LIST', itemUid: '', text: name, label: name, where: 'name', ...at },
			{ kind: 'SEARCH_HIT_KIND_ITEM', itemUid, text: label, label, where: 'label', ...at },
			{ kind: 'SEARCH_HIT_KIND_NOTE', itemUid, text: note, label, where: 'note', ...at }
		]);
	});

	it('finds an item by its quantity, and says which item that is', async () => {
		const { uid: listUid } = await listWith('Preserves');
		const { item } = await world.ask(items.addItem, ada, {
			...{ listUid, label: 'gooseberries', quantity: '2 große Päckchen' }
		});
		const hit = {
			...{ kind: 'SEARCH_HIT_KIND_ITEM', listUid, itemUid: item.uid, listName: 'Preserves' },
			...{ text: '2 große Päckchen', label: 'gooseberries', where: 'quantity' },
			...{ done: false, archived: false }
		};
		for (const query of ['packchen', '2 PÄCK', 'große pack'])
			expect(await hits(query), query).toEqual([hit]);
		expect(await found('gooseberries packchen')).toEqual([]);
	});

	it('finds an item once, by its label, where its label and its quantity both match', async () => {
		const { uid: listUid } = await listWith('Bottles');
		const { items: added } = await world.ask(items.addItems, ada, {
			listUid,
			items: [
				{ label: 'verjus', quantity: 'flagon' },
				{ label: 'flagon of cider', quantity: '2 flagons' },
				{ label: 'flagon', quantity: 'flagon', note: 'the green flagon' }
			]
		});
		const [verjus, cider, flagon] = added.map(({ uid }) => uid);
		expect((await hits('flagon')).map(({ itemUid, where }) => [itemUid, where])).toEqual([
			[flagon, 'label'],
			[verjus, 'quantity'],
			[cider, 'label'],
			[flagon, 'note']
		]);
		expect(await count('flagon')).toBe(4);
	});

	it('counts hits in quantities that are not among the best 100', async () => {
		const { uid: listUid } = await listWith('Cellar');
		const crates = Array.from({ length: 130 }, (_, number) => ({
			label: number < 5 ? `crate ${number}` : `thing ${number}`,
			quantity: 'one crate'
		}));
		await world.ask(items.addItems, ada, { listUid, items: crates });
		expect([(await found('crate')).length, await count('crate')]).toEqual([100, 130]);
	});

	it('finds a quantity that was changed, cleared or undone only by its new words', async () => {
		const { uid: listUid, uids } = await listWith('Drinks', 'perry');
		const [itemUid = ''] = uids;
		const token = await world.tokenOf(ada);
		const set = (quantity: string, who: Caller = ada) =>
			world.ask(items.changeItem, who, { itemUid, quantity });
		const places = async () => [await found('demijohn'), await found('firkin')];
		await set('a demijohn');
		expect(await places()).toEqual([['a demijohn'], []]);
		await set('a firkin', token.caller);
		expect(await places()).toEqual([[], ['a firkin']]);
		const since = world.now().toISOString();
		await world.ask(tokens.undoOwnChanges, token.caller, { since });
		expect(await places()).toEqual([['a demijohn'], []]);
		await world.ask(lists.duplicateList, ada, { listUid });
		expect(await places()).toEqual([['a demijohn', 'a demijohn'], []]);
		await set('');
		expect(await places()).toEqual([['a demijohn'], []]);
		const lines = [{ label: 'mead', quantity: 'two firkins' }];
		await world.ask(items.addLines, ada, { listUid, lines });
		expect(await places()).toEqual([['a demijohn'], ['two firkins']]);
	});

	it('says for each hit whether it is ticked, and whether its list is archived', async () => {
		const { uid: listUid, uids } = await listWith('Sorrel list', 'sorrel soup', 'sorrel seeds');
		const [itemUid = ''] = uids;
		await world.ask(items.tickItem, ada, { itemUid, done: true });
		const states = async () =>
			(await hits('sorrel')).map(({ label, done, archived }) => [label, done, archived]);
		expect(await states()).toEqual([
			['Sorrel list', false, false],
			['sorrel soup', true, false],
			['sorrel seeds', false, false]
		]);
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect((await states()).map(([, , archived]) => archived)).toEqual([true, true, true]);
	});

	it('needs every word, in any order, and the last one as a prefix', async () => {
		await listWith('Baking', 'strong white flour', 'flourless cake');
		expect(await found('flour str')).toEqual(['strong white flour']);
		expect(await found('STRONG  flour')).toEqual(['strong white flour']);
		expect(await found('stro flour')).toEqual([]);
		expect(await found('flou')).toEqual(['flourless cake', 'strong white flour']);
		expect(await found('flour rye')).toEqual([]);
		expect(await found('our')).toEqual([]);
	});

	it('ignores case and accents', async () => {
		await listWith('Fête', 'Crème brûlée', 'ŻURAWINA', 'Ärger');
		for (const query of ['creme brulee', 'CRÈME', 'cre\u0300me', 'brulée'])
			expect(await found(query)).toEqual(['Crème brûlée']);
		expect([await found('zurawina'), await found('arger'), await found('fete')]).toEqual([
			['ŻURAWINA'],
			['Ärger'],
			['Fête']
		]);
	});

	it.each([
		['Arabic', 'خُبز عربي', 'خبز', 'عر'],
		['Greek, whose last letter changes', 'ΠΑΓΩΤΌΣ και πάγος', 'παγωτος', 'πάγοσ'],
		['Greek cut short', 'Οδοσήμανση', 'ΟΔΟΣ', 'οδός'],
		['Cyrillic', 'Чёрный хлеб', 'ЧЕРНЫЙ', 'хле'],
		['Hebrew', 'לֶחֶם', 'לחם', 'לח'],
		['Chinese', '牛奶 面包', '牛奶', '面'],
		['Korean', '우유 두 병', '우유', '병'],
		['Hindi', 'दूध', 'दूध', 'दू'],
		['digits', 'M8x40 screws 2026', 'm8x', '2026'],
		['wide digits', 'Ｎo 12345', '12345', 'no'],
		['letters beyond the first plane', '𐌰𐌹𐌽𐍃', '𐌰𐌹𐌽𐍃', '𐌰𐌹']
	])('finds words in %s', async (_script, label, ...queries) => {
		await listWith('scripts', label);
		for (const query of queries) expect(await found(query), query).toContain(label);
	});

	it('finds nothing for a query without a word, and keeps items whose label has none', async () => {
		const { uid } = await listWith('🎉', '🍎🍏', '!!!');
		for (const query of ['', '  ', '🍎', '!!!', '* " \' ( ) : & | \\'])
			expect(await found(query)).toEqual([]);
		expect((await world.ask(lists.getList, ada, { listUid: uid })).items.length).toBe(2);
		await listWith('with emoji', '🍎 pippin');
		expect(await found('🍎 pipp')).toEqual(['🍎 pippin']);
	});

	it.each([
		'"',
		"'",
		"''",
		'a"b',
		"a' OR 1=1 --",
		'NEAR(a b)',
		'a AND',
		'OR',
		'NOT a',
		'a*',
		'^a',
		'{nameWords} : a',
		'-a',
		'a & b',
		'a | !b',
		'a <-> b',
		'a:*',
		':*',
		"'a' & ",
		'\\',
		'%',
		'_',
		'$1',
		'${x}',
		'a\u2028b',
		'(((((',
		'a\'); DROP TABLE "Item"; --'
	])('takes %j for text', async (query) => {
		await listWith(`x ${query} y`.replace('\u2028', ' '));
		expect(await outcome(world.ask(search.search, ada, { query }))).toBe('done');
		const words = wordsOf(query);
		if (words) expect(await found(query)).not.toEqual([]);
	});

	it('finds words that the databases’ own languages know as operators', async () => {
		await listWith('war and peace or not near');
		for (const query of ['and', 'OR', 'not', 'NEAR', 'and or not'])
			expect(await found(query), query).toContain('war and peace or not near');
	});

	it('puts exact matches first, then prefixes, then the rest', async () => {
		await listWith('milk jugs', 'oat milk', 'milk', 'milk for the cat', 'Milk, skimmed');
		await listWith('Milk');
		await listWith('Almond milk');
		expect(await found('milk')).toEqual([
			'Milk',
			'milk',
			'milk jugs',
			'Milk, skimmed',
			'milk for the cat',
			'Almond milk',
			'oat milk'
		]);
	});

	it('returns the best 100 hits, and the number of all', async () => {
		const labels = Array.from({ length: 199 }, (_, number) => `a tin of sardines ${number}`);
		await listWith('Tins of sardines', ...labels, 'sardines');
		const all = await found('sardines');
		expect([all.length, all[0]]).toEqual([100, 'sardines']);
		expect(await count('sardines')).toBe(201);
		expect(await count('sardines', ben)).toBe(0);
		expect([await count('tin 7'), await count('sardines 42'), await count('')]).toEqual([11, 1, 0]);
	});

	it('counts a thing once for each field where it is found, also when only all kinds together exceed the limit', async () => {
		for (let number = 0; number < 60; number += 1) await listWith(`medlar ${number}`);
		const { uids } = await listWith(
			'Orchard',
			...Array.from({ length: 60 }, (_, number) => `medlar tree ${number}`)
		);
		const [itemUid = ''] = uids;
		await world.ask(items.changeItem, ada, { itemUid, note: 'Sweet medlars.' });
		expect((await found('medlar')).length).toBe(100);
		expect(await count('medlar')).toBe(121);
	});

	it('looks no further than the caller reaches, nor than their token', async () => {
		const { uid: listUid } = await listWith('Walnut list', 'walnut oil');
		const other = await listWith('Other', 'walnut bread');
		expect(await found('walnut', ben)).toEqual([]);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		expect(await found('walnut', ben)).toEqual(['Walnut list', 'walnut oil']);
		const { caller } = await world.tokenOf(ada, { listUids: [other.uid] });
		expect(await found('walnut', caller)).toEqual(['walnut bread']);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_PRIVATE' });
		expect(await found('walnut', ben)).toEqual([]);
		const writer = await world.tokenOf(ada, { abilities: { write: true } });
		expect(await outcome(hits('walnut', writer.caller))).toBe('forbidden');
		expect(await outcome(hits('walnut', visitor))).toBe('unauthenticated');
	});

	it('leaves out what is deleted, and finds it again once it is restored', async () => {
		const { uid: listUid, uids } = await listWith('Hazel list', 'hazel spread', 'hazel nuts');
		const [itemUid = ''] = uids;
		await world.ask(items.deleteItem, ada, { itemUid });
		expect(await found('hazel')).toEqual(['Hazel list', 'hazel nuts']);
		await world.ask(lists.deleteList, ada, { listUid });
		expect(await found('hazel')).toEqual([]);
		await world.ask(trash.restore, ada, { uid: listUid });
		await world.ask(trash.restore, ada, { uid: itemUid });
		expect(await found('hazel')).toEqual(['Hazel list', 'hazel nuts', 'hazel spread']);
	});

	it('finds what was renamed or rewritten only by its new words', async () => {
		const { uid: listUid, uids } = await listWith('Barley list', 'barley');
		const [itemUid = ''] = uids;
		await world.ask(items.changeItem, ada, { itemUid, note: 'barley from the mill' });
		await world.ask(lists.renameList, ada, { listUid, name: 'Spelt list' });
		await world.ask(items.changeItem, ada, { itemUid, label: 'spelt' });
		expect((await hits('barley')).map(({ kind }) => kind)).toEqual(['SEARCH_HIT_KIND_NOTE']);
		await world.ask(items.changeItem, ada, { itemUid, note: '' });
		expect(await found('barley')).toEqual([]);
		expect(await found('spelt')).toEqual(['spelt', 'Spelt list']);
		await world.ask(items.moveItem, ada, { itemUid, toListUid: (await listWith('Elsewhere')).uid });
		expect(await hits('spelt')).toMatchObject([
			{ listName: 'Elsewhere' },
			{ listName: 'Spelt list' }
		]);
	});

	it.each([
		[
			'thirty thousand different words',
			Array.from({ length: 12_000 }, (_, number) => number.toString(36))
				.join(' ')
				.slice(0, 63_000)
		],
		['one word', 'ж'.repeat(63_000)],
		['wide letters', '𠀀 '.repeat(31_000)]
	])(
		'finds the last line of a note of 64,000 characters: %s',
		{ timeout: 30_000 },
		async (what, filling) => {
			const { uids } = await listWith(`Long ${what}`, 'long note');
			const [itemUid = ''] = uids;
			await world.ask(items.changeItem, ada, { itemUid, note: `${filling}\nzwiebelkuchen` });
			expect(await hits('zwiebelk')).toEqual([
				expect.objectContaining({ itemUid, text: 'zwiebelkuchen' })
			]);
			await world.ask(items.deleteItem, ada, { itemUid });
		}
	);

	it('shows the part of a long line where the word is', async () => {
		const words = Array.from({ length: 6000 }, (_, number) => `word${number}`).join(' ');
		const note = `${words} Zwetschgenröster, half a kilo ${words}`;
		const { uids } = await listWith('Long line', 'a long line');
		const [itemUid = ''] = uids;
		await world.ask(items.changeItem, ada, { itemUid, note: note.slice(0, 64_000) });
		const [hit] = await hits('zwetschgenro');
		expect(hit?.text).toMatch(/^… .*word5999 Zwetschgenröster, half a kilo word0 /);
		expect(Array.from(hit?.text ?? '').length).toBe(302);
		await world.ask(items.deleteItem, ada, { itemUid });
	});

	it('shows the word also where long addresses stand before it', async () => {
		const { uids } = await listWith('Addresses', 'addresses');
		const [itemUid = ''] = uids;
		const addresses = Array.from(
			{ length: 10 },
			(_, at) => `https://shop.test/${'x'.repeat(50)}${at}`
		);
		await world.ask(items.changeItem, ada, {
			itemUid,
			note: `${addresses.join(' ')} Quittengelee`
		});
		const [hit] = await hits('quittengel');
		expect(hit?.text).toMatch(/^… .*9 Quittengelee$/);
		await world.ask(items.deleteItem, ada, { itemUid });
	});

	it.each([100, 700])(
		'shows the word of a note without spaces, behind %i others',
		async (count) => {
			const { uids } = await listWith(`Without spaces ${count}`, 'without spaces');
			const [itemUid = ''] = uids;
			const note = `${'牛奶和面包，'.repeat(count)}芝麻油，${'大米，'.repeat(300)}`;
			await world.ask(items.changeItem, ada, { itemUid, note });
			const [hit] = await hits('芝麻');
			expect(hit?.text).toMatch(/^… .*牛奶和面包，芝麻油，大米，/);
			await world.ask(items.deleteItem, ada, { itemUid });
		}
	);

	it.each(['✓ apples\n', '🍎 apples\n', '❤️ apples → pears\n', '［牛奶］'])(
		'shows the word of a long note whose lines are like %j',
		async (line) => {
			const { uids } = await listWith(`Long note ${line.trim()}`, 'a long note');
			const [itemUid = ''] = uids;
			const note = `${line.repeat(600)} Sesamöl ${line.repeat(600)}`;
			await world.ask(items.changeItem, ada, { itemUid, note });
			const [hit] = await hits('sesamo');
			expect(hit?.text).toContain('Sesamöl');
			await world.ask(items.deleteItem, ada, { itemUid });
		}
	);

	it('searches for the first twenty words only, and its description says so', async () => {
		const said = 'only the first 20 words count';
		expect(search.search.input.shape.query.description).toContain(said);
		expect(search.search.tool?.fields?.query).toContain(said);
		const { uid: listUid } = await listWith('Twenty words');
		const words = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ');
		await world.ask(items.addItem, ada, { listUid, label: words });
		expect(await found(`${words} ${'and more '.repeat(30)}`)).toEqual([words]);
		await world.ask(lists.deleteList, ada, { listUid });
	});

	it('keeps whole letters of words that are too long to index', async () => {
		const label = `a${'𠀀'.repeat(150)}`;
		await listWith('Long words', label, 'b'.repeat(450));
		expect(await found(label)).toEqual([label]);
		expect(await found(`a${'𠀀'.repeat(20)}`)).toEqual([label]);
		expect(await found('b'.repeat(300))).toEqual(['b'.repeat(450)]);
	});
});
