// What the page of the search shows of each result beside what the search says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { providers, openWorld, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('the rows of a search on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
	});
	afterAll(() => world.close());

	const rows = async (query: string, who: Caller = ada) =>
		(await world.ask(search.searchRows, who, { query })).rows;

	it('are the hits, each with the quantity, the date and the section of its item', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Quince things');
		const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Fruit' });
		await world.ask(items.addItems, ada, {
			listUid,
			items: [
				{
					...{ label: 'quinces', quantity: '2 kg', dueOn: '2026-11-22' },
					...{ note: 'quince jelly', sectionUid: section.uid }
				},
				{ label: 'quince paste' }
			]
		});
		const { hits, hitCount } = await world.ask(search.search, ada, { query: 'quince' });
		const found = await world.ask(search.searchRows, ada, { query: 'quince' });
		expect(found.hitCount).toBe(hitCount);
		const none = { quantity: '', dueOn: '', sectionName: '' };
		const quinces = { quantity: '2 kg', dueOn: '2026-11-22', sectionName: 'Fruit' };
		const own = hits.map(({ kind, label }) => ({
			...(label === 'quinces' ? quinces : none),
			canEdit: kind !== 'SEARCH_HIT_KIND_LIST'
		}));
		expect(found.rows).toEqual(hits.map((hit, place) => ({ ...hit, ...own[place] })));
		expect(found.rows.map(({ quantity }) => quantity)).toEqual(['', '2 kg', '', '2 kg']);
	});

	it('can be ticked by those who may change the list, and by nobody while it is archived', async () => {
		const { uid: listUid } = await world.listOf(ada, 'Walnuts');
		await world.ask(items.addItem, ada, { listUid, label: 'walnut oil' });
		const canEdit = async (who: Caller) => (await rows('oil', who)).map((row) => row.canEdit);
		const share = (canEdit: boolean) =>
			world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit });
		expect([await canEdit(ada), await canEdit(ben)]).toEqual([[true], []]);
		await share(false);
		expect([await canEdit(ada), await canEdit(ben)]).toEqual([[true], [false]]);
		await share(true);
		expect([await canEdit(ada), await canEdit(ben)]).toEqual([[true], [true]]);
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect([await canEdit(ada), await canEdit(ben)]).toEqual([[false], [false]]);
	});
});
