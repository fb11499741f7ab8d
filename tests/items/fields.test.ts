// Each text field of an item behaves as items/fields.ts declares, on both databases and wherever it is shown or stored.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachText, textFields, texts } from '../../src/lib/server/items/fields.ts';
import { PublicItem } from '../../src/lib/server/items/public-item.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

const examples = eachText((field) => texts[field].example);

describe.each(providers)('the texts of an item on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	let listUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', createdAt: world.now() }
		});
		ada = await world.member('Ada', 'ROLE_ADMIN');
	});
	beforeEach(async () => {
		await world.database.writer.list.deleteMany();
		listUid = (await world.listOf(ada)).uid;
	});
	afterAll(() => world.close());

	const addPlain = async () =>
		(await world.ask(items.addItem, ada, { listUid, label: 'Plain' })).item;
	const textsOf = (item: Record<string, unknown>) => eachText((field) => item[field]);
	const onlyOf = async (uid: string) =>
		textsOf((await world.ask(lists.getList, ada, { listUid: uid })).items[0] ?? {});

	it('are stored as they were added, and are empty where they were left out', async () => {
		const { version } = await world.ask(lists.getChanges, ada, { listUid });
		const { item } = await world.ask(items.addItem, ada, { listUid, ...examples });
		expect(textsOf(item)).toEqual(examples);
		expect(await onlyOf(listUid)).toEqual(examples);
		for (const after of ['', version]) {
			const told = await world.ask(lists.getChanges, ada, { listUid, after });
			expect(told.items.map(textsOf)).toEqual([examples]);
		}
		const dated = await world.ask(items.getDatedItems, ada, { to: examples.dueOn });
		expect(dated.items.map((entry) => textsOf(entry.item))).toEqual([examples]);
		const read = await world.ask(items.getItem, ada, { itemUid: item.uid });
		expect(textsOf(read.item)).toEqual(examples);
		expect(textsOf(await addPlain())).toEqual({ ...eachText(() => ''), label: 'Plain' });
	});

	it.each(textFields)(
		'%s is edited alone, and undo restores it where the fields say so',
		async (field) => {
			const empty = { ...eachText(() => ''), label: 'Plain' };
			for (const [before, other] of [
				[empty, examples],
				[examples, empty]
			] as const) {
				await world.database.writer.item.deleteMany();
				const { item } = await world.ask(items.addItem, ada, { listUid, ...before });
				const token = await world.tokenOf(ada);
				const after = { ...before, [field]: other[field] };
				const edit = { itemUid: item.uid, [field]: other[field] };
				const answer = await world.ask(items.changeItem, token.caller, edit);
				expect(textsOf(answer.item)).toEqual(after);
				expect(await onlyOf(listUid)).toEqual(after);
				const since = new Date(world.now().getTime() - 1000).toISOString();
				await world.ask(tokens.undoToken, ada, { tokenUid: token.uid, since });
				expect(await onlyOf(listUid)).toEqual(texts[field].isUndone ? before : after);
			}
		}
	);

	it.each(textFields)(
		'%s is answered to a token that may not read only where it was sent',
		async (field) => {
			const { item } = await world.ask(items.addItem, ada, { listUid, ...examples });
			const { caller } = await world.tokenOf(ada, { abilities: { write: true } });
			const edit = { itemUid: item.uid, [field]: examples[field] };
			const answer = await world.ask(items.changeItem, caller, edit);
			const { label } = examples;
			expect(textsOf(answer.item)).toEqual({
				...eachText(() => ''),
				label,
				[field]: examples[field]
			});
		}
	);

	it('are copied with the list where the fields say so', async () => {
		await world.ask(items.addItem, ada, { listUid, ...examples });
		const { list } = await world.ask(lists.duplicateList, ada, { listUid });
		const copied = eachText((field) => (texts[field].isCopied ? examples[field] : ''));
		expect(await onlyOf(list.uid)).toEqual(copied);
	});

	it.each([
		{ showMeta: false, showNames: false },
		{ showMeta: true, showNames: false },
		{ showMeta: false, showNames: true }
	])('are public as the fields say under %o', async (shown) => {
		const { item } = await world.ask(items.addItem, ada, { listUid, ...examples });
		const publicList = { listUid, ...shown };
		await world.ask(instance.replaceSettings, ada, { settings: { name: 'Mill Lane', publicList } });
		const isOn = {
			always: true,
			publicShowMeta: shown.showMeta,
			publicShowNames: shown.showNames
		};
		const seen = textFields.flatMap((field) => {
			const rule = texts[field].onPublicList;
			return rule ? [[field, isOn[rule.under] ? examples[field] : '']] : [];
		});
		expect((await world.ask(instance.getPublicList, visitor, {})).items).toEqual([
			{
				...{ uid: item.uid, done: false, addedByName: shown.showNames ? 'Ada' : '' },
				...Object.fromEntries(seen)
			}
		]);
		const described = textFields.filter((field) => field in PublicItem.shape);
		expect(described).toEqual(textFields.filter((field) => texts[field].onPublicList));
	});

	it.each(textFields)('%s is searched where the fields say so', async (field) => {
		const { uid: itemUid } = await addPlain();
		const hits = async () =>
			(await world.ask(search.search, ada, { query: examples[field] })).hits.map((hit) => [
				hit.itemUid,
				hit.where
			]);
		expect(await hits()).toEqual([]);
		await world.ask(items.changeItem, ada, { itemUid, [field]: examples[field] });
		expect(await hits()).toEqual(texts[field].words ? [[itemUid, field]] : []);
	});
});
