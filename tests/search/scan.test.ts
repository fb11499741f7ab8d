// A search finds the same whether it reads the full text index or scans the items in reach, as SQLite does for frequent words.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const words = ['milk', 'mil', 'oat', 'o', '2', '20', 'l', 'café', 'ß', '牛奶', 'a'];
const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(', '));
const anItem = fc.record({ label: text, quantity: text, note: text }).map((item) => ({
	...item,
	label: `${item.label} thing`
}));
const aQuery = fc
	.array(fc.constantFrom(...words, 'thing', 'th', 'mi'), { minLength: 1, maxLength: 3 })
	.map((some) => some.join(' '));

describe.each(providers)('a search beside thousands of hits out of reach on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
	});
	afterAll(() => world.close());

	it('finds the same as without them, and nothing that is in the trash', async () => {
		const [ada, ben] = [await world.signedIn('Ada'), await world.signedIn('Ben')];
		const { uid: listUid } = await world.listOf(ada);
		const samples = { seed: 20_261_126 };
		const mine = fc.sample(anItem, { ...samples, numRuns: 150 });
		const queries = fc.sample(aQuery, { ...samples, numRuns: 100 });
		const added = await world.ask(items.addItems, ada, { listUid, items: mine });
		const itemUids = added.items.slice(0, 20).map(({ uid }) => uid);
		await world.ask(items.deleteItems, ada, { itemUids });
		const found = () =>
			Promise.all(queries.map((query) => world.ask(search.search, ada, { query })));
		const before = await found();
		expect(before.filter(({ hitCount }) => hitCount > 0).length).toBeGreaterThan(50);

		const { uid: others } = await world.listOf(ben, 'Others');
		const label = [...words, 'thing'].join(' ');
		const labelWords = wordsOf(label);
		const now = world.now();
		await world.insert(
			'Item',
			Array.from({ length: 5000 }, (_, rank) => ({
				...{ uid: `itm_${rank}`, listUid: others, label, labelWords, rank },
				...{ createdAt: now, updatedAt: now }
			}))
		);
		expect(await found()).toEqual(before);
	});
});
