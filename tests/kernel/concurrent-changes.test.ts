// Authorisation is decided after the list is locked. On SQLite there is one writer at a time. On Postgres a command waits for
// earlier transactions, and after them the item may be on another list and the list out of reach.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { ruleOf } from '../contract/promises.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { outcome } from '../support/outcome.ts';
import { lookInto, waitsForLock, type Look } from '../support/sql.ts';
import { openWorld, type World } from '../support/world.ts';

/** Ada's two lists, one of them shared with everybody for editing, Ben's own list, and what is on the shared one. */
type Scene = {
	shared: string;
	secret: string;
	own: string;
	milk: string;
	eggs: string;
	dairy: string;
};

let world: World;
let ada: MemberCaller;
let ben: MemberCaller;
/** The connection of another node, which is in the middle of a transaction. */
let other: Look;
let watch: Look;

beforeAll(async () => {
	world = await openWorld('postgresql');
	ada = await world.member('Ada');
	ben = await world.member('Ben');
	other = await lookInto(world.databaseUrl);
	watch = await lookInto(world.databaseUrl);
});
afterAll(async () => {
	await other.close();
	await watch.close();
	await world.close();
});

const meanwhile: Record<string, (scene: Scene) => string[]> = {
	'moves it to a list out of reach': ({ shared, secret, milk }) => [
		`UPDATE "List" SET "updatedAt" = now() WHERE "uid" IN ('${shared}', '${secret}')`,
		`UPDATE "Item" SET "listUid" = '${secret}' WHERE "uid" = '${milk}'`
	],
	'shares the list with nobody': ({ shared }) => [
		`UPDATE "List" SET "sharing" = 'SHARING_PRIVATE' WHERE "uid" = '${shared}'`
	],
	'archives the list': ({ shared }) => [
		`UPDATE "List" SET "archivedAt" = now() WHERE "uid" = '${shared}'`
	]
};
const [moving, unsharing, archiving] = Object.keys(meanwhile);

const onItem: Record<string, (scene: Scene) => Promise<unknown>> = {
	changeItem: ({ milk }) => world.ask(items.changeItem, ben, { itemUid: milk, label: 'mine' }),
	changeItems: ({ milk }) =>
		world.ask(items.changeItems, ben, { items: [{ itemUid: milk, label: 'mine' }] }),
	appendToNote: ({ milk }) => world.ask(items.appendToNote, ben, { itemUid: milk, text: 'mine' }),
	tickItem: ({ milk }) => world.ask(items.tickItem, ben, { itemUid: milk, done: true }),
	tickItems: ({ milk }) => world.ask(items.tickItems, ben, { itemUids: [milk], done: true }),
	deleteItem: ({ milk }) => world.ask(items.deleteItem, ben, { itemUid: milk }),
	deleteItems: ({ milk }) => world.ask(items.deleteItems, ben, { itemUids: [milk] }),
	'moveItem to the top': ({ milk }) => world.ask(items.moveItem, ben, { itemUid: milk }),
	'moveItem to another list': ({ milk, own }) =>
		world.ask(items.moveItem, ben, { itemUid: milk, toListUid: own }),
	'placeItem on another list': ({ milk, own }) =>
		world.ask(items.placeItem, ben, { itemUid: milk, toListUid: own }),
	moveItems: ({ milk, own }) =>
		world.ask(items.moveItems, ben, { itemUids: [milk], toListUid: own })
};
const onList: Record<string, (scene: Scene) => Promise<unknown>> = {
	addItem: ({ shared }) => world.ask(items.addItem, ben, { listUid: shared, label: 'mine' }),
	addItems: ({ shared }) =>
		world.ask(items.addItems, ben, { listUid: shared, items: [{ label: 'mine' }] }),
	addLines: ({ shared }) =>
		world.ask(items.addLines, ben, { listUid: shared, lines: [{ label: 'mine' }] }),
	clearDone: ({ shared }) => world.ask(lists.clearDone, ben, { listUid: shared }),
	clearTicked: ({ shared }) => world.ask(lists.clearTicked, ben, { listUid: shared }),
	restore: ({ eggs }) => world.ask(trash.restore, ben, { uid: eggs }),
	restoreEntries: ({ eggs }) => world.ask(trash.restoreEntries, ben, { uids: [eggs] })
};
const copying = {
	duplicateList: ({ shared }: Scene) => world.ask(lists.duplicateList, ben, { listUid: shared })
};

const written = [...Object.keys(onItem), ...Object.keys(onList)];
/** Every other command that needs the right to edit, with the input of its example. */
const others = Object.values(catalogue)
	.filter((operation) => operation.kind === 'command')
	.filter((operation) => /edit|restore/.test(ruleOf(operation)?.needs ?? ''))
	.filter(({ name }) => !written.some((told) => told.split(' ')[0] === name))
	.map((operation) => ({
		name: operation.name,
		ask: ({ shared: groceries, milk, eggs, dairy }: Scene) =>
			world.ask(operation, ben, exampleInput(operation.name, { groceries, milk, eggs, dairy }))
	}));

const cases = [
	...Object.entries(onItem).flatMap(([name, ask]) =>
		[moving, unsharing, archiving].map((what = '') => ({ name, ask, what }))
	),
	...Object.entries(onList).flatMap(([name, ask]) =>
		[unsharing, archiving].map((what = '') => ({ name, ask, what }))
	),
	...others.flatMap((each) => [unsharing, archiving].map((what = '') => ({ ...each, what }))),
	...Object.entries(copying).map(([name, ask]) => ({ name, ask, what: unsharing ?? '' }))
];

describe('a command on Postgres that waits while somebody', () => {
	it.each(cases)('$what: $name', async ({ ask, what }) => {
		const scene = await shared();
		await other.rows('BEGIN');
		for (const statement of meanwhile[what]?.(scene) ?? []) await other.rows(statement);
		const asked = outcome(ask(scene));
		await waitsForLock(watch);
		await other.rows('COMMIT');
		expect(await asked).toBe(what === archiving ? 'not-yet' : 'missing');
		expect(await bensChanges()).toBe(0);
	});
});

async function shared(): Promise<Scene> {
	const listOf = async (caller: MemberCaller) => (await world.listOf(caller)).uid;
	const [onShared, secret, own] = [await listOf(ada), await listOf(ada), await listOf(ben)];
	const { items: added } = await world.ask(items.addItems, ada, {
		listUid: onShared,
		items: [{ label: 'milk' }, { label: 'eggs' }, { label: 'bread' }]
	});
	const [milk = '', eggs = '', bread = ''] = added.map(({ uid }) => uid);
	await world.ask(items.tickItem, ada, { itemUid: bread, done: true });
	await world.ask(items.deleteItem, ada, { itemUid: eggs });
	await world.ask(lists.shareList, ada, {
		listUid: onShared,
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const made = await world.ask(sections.createSection, ada, { listUid: onShared, name: 'Dairy' });
	await world.database.writer.change.deleteMany();
	return { shared: onShared, secret, own, milk, eggs, dairy: made.section.uid };
}

const bensChanges = () => world.database.reader.change.count({ where: { byUid: ben.member.uid } });
