// A real weekly shop: each thing is moved to its section once, and in the next week goes there by itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { note } from '../support/figures.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** By section, each label as it was typed in the first week, and as somebody else typed it in the second. */
const shop: Record<string, [first: string, second: string][]> = {
	'Fruit and vegetables': [
		['Bananas', 'bananas'],
		['Apples', '6 apples'],
		['Lemons', '3 Lemons'],
		['Potatoes', '2 kg potatoes'],
		['Onions', 'ONIONS'],
		['Garlic', ' garlic '],
		['Carrots', '500g carrots'],
		['Tomatoes', 'tomatoes x8'],
		['Salad', 'Salad'],
		['Ginger', 'ginger']
	],
	Dairy: [
		['Milk', '2 l milk'],
		['Oat milk', 'oat milk 2x1l'],
		['Butter', 'butter 250 g'],
		['Crème fraîche', 'Creme fraiche'],
		['Joghurt', 'joghurt'],
		['Gruyère', 'gruyere 300 g'],
		['Eggs', 'eggs x12'],
		['Quark', '2 Quark'],
		['Cream', 'cream']
	],
	Bakery: [
		['Bread', 'bread'],
		['Brötchen', '8 brotchen'],
		['Toast', 'toast'],
		['Croissants', '4 croissants']
	],
	Pantry: [
		['Pasta', 'pasta 500g'],
		['Rice', '1,5 kg rice'],
		['Flour', 'flour 1 kg'],
		['Sugar', 'sugar'],
		['Olive oil', 'OLIVE OIL'],
		['Peeled tomatoes', '3 cans peeled tomatoes'],
		['Kidney beans', 'kidney beans 2 cans'],
		['Müsli', 'Musli'],
		['Honey', 'honey'],
		['Coffee', '500 g coffee'],
		['Café au lait', 'cafe au lait']
	],
	Frozen: [
		['Peas', 'peas'],
		['Spinach', 'spinach 450 g'],
		['Fish fingers', 'fish fingers'],
		['Ice cream', '1 l ice cream']
	],
	Drinks: [
		['Sparkling water', '6 bottles sparkling water'],
		['Apple juice', '2 l apple juice'],
		['Beer', 'beer'],
		['Rosé', 'rose']
	],
	'Drugstore 🧴': [
		['Toothpaste', 'toothpaste'],
		['Soap', '2 soap'],
		['Shampoo', 'shampoo'],
		['Toilet paper', 'toilet paper 16 rolls'],
		['Dish soap', 'dish soap'],
		['Bin bags', '1 roll bin bags']
	],
	'Hardware store': [
		['Batteries', '4 batteries'],
		['Light bulb', 'light bulb']
	]
};
const places = Object.entries(shop).flatMap(([name, all]) =>
	all.map(([first, second]) => ({ name, first, second }))
);

describe.each(providers)('a weekly shop on %s', (provider) => {
	let world: World;
	let ada: MemberCaller;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
	});
	afterAll(() => world.close());

	it('puts every item into its section again after one move', async () => {
		expect(places).toHaveLength(50);
		const { uid: listUid } = await world.listOf(ada);
		const uids = new Map<string, string>();
		for (const name of Object.keys(shop)) {
			const { section } = await world.ask(sections.createSection, ada, { listUid, name });
			uids.set(name, section.uid);
		}
		for (const { name, first } of places) {
			const { item } = await world.ask(items.addItem, ada, { listUid, label: first });
			await world.ask(items.moveItem, ada, { itemUid: item.uid, sectionUid: uids.get(name) });
			await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
		}
		await world.ask(lists.clearDone, ada, { listUid });
		// The trash is purged after 30 days, but remembered labels are not.
		await world.database.writer.item.deleteMany({ where: { listUid } });
		const bodies = places.map(({ second }) => ({ label: second }));
		await world.ask(items.addItems, ada, { listUid, items: bodies });
		const { items: found } = await world.ask(lists.getChanges, ada, { listUid });
		const wrong = places.filter(({ name, second }) => {
			const item = found.find(({ label }) => label === second.trim());
			return item?.sectionUid !== uids.get(name);
		});
		note(`weekly shop on ${provider}`, { labels: 50, 'found their section': 50 - wrong.length });
		expect(wrong).toEqual([]);
	});
});
