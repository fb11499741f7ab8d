// Undo restores all lists and items, whatever a token did to them, and tells of each list that it did. Runs every command of the
// catalogue with its example.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { aboutKind } from '../../src/lib/server/kernel/change-event.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** Commands about the token itself, or about its member's Activity. */
const ofNoList = ['undoOwnChanges', 'noteTokenUse', 'markActivityRead'];

const commands = Object.values(catalogue).filter(
	({ name, kind, access }) =>
		kind === 'command' && access.who === 'member' && !ofNoList.includes(name)
);

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: MemberCaller, ben: MemberCaller;
	let cooks: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		const memberUids = [ben.member.uid];
		cooks = (await world.ask(groups.createGroup, ada, { name: 'Cooks', memberUids })).group.uid;
	});
	afterAll(() => world.close());

	it.each(commands)('$name', async (command) => {
		const about = await scene();
		const { caller } = await world.tokenOf(ada);
		const before = await everything();
		const since = later().toISOString();
		await world.ask(command, caller, exampleInput(command.name, about));
		expect(await everything(), 'give an example that changes something here').not.toEqual(before);
		const changed = await changedLists();
		later();
		const { skipped } = await world.ask(tokens.undoOwnChanges, caller, { since });
		expect([skipped, await everything()]).toEqual([[], before]);
		expect(await changedLists()).toEqual(changed);
	});

	/** Moves the clock on by a second. */
	function later(): Date {
		world.setClock(new Date(world.now().getTime() + 1000));
		return world.now();
	}

	/** The lists on which something was changed just now. Each is marked as changed, unless it was deleted or only pinned. */
	async function changedLists() {
		const { reader } = world.database;
		const changes = await reader.change.findMany({
			where: { at: world.now(), listUid: { not: '' } }
		});
		const ofAll = changes.filter(({ kind }) => aboutKind(kind)?.hears !== 'whoDidIt');
		const uid = { in: ofAll.map(({ listUid }) => listUid) };
		const left = await reader.list.findMany({ where: { uid, deletedAt: null } });
		for (const { updatedAt } of left) expect(updatedAt).toEqual(world.now());
		return new Set(changes.map(({ listUid }) => listUid));
	}

	/** Two lists of Ada's; one of them has everything that the examples are about. */
	async function scene() {
		await world.database.writer.list.deleteMany();
		world.setClock(new Date(world.now().getTime() + 60_000));
		const { uid: listUid } = await world.listOf(ada);
		await world.ask(lists.pinList, ada, { listUid, pinned: true });
		const { section } = await world.ask(sections.createSection, ada, { listUid, name: 'Dairy' });
		await world.ask(sections.createSection, ada, { listUid, name: 'Household' });
		const { items: added } = await world.ask(items.addItems, ada, {
			listUid,
			items: [
				{ label: 'Milk', quantity: '3 l', note: 'the blue one', dueOn: '2026-12-01' },
				{ label: 'Eggs' },
				{ label: 'Soap' },
				{ label: 'Bread' }
			]
		});
		const [milk = '', eggs = '', soap = '', bread = ''] = added.map(({ uid }) => uid);
		await world.ask(items.moveItem, ada, { itemUid: eggs, sectionUid: section.uid });
		await world.ask(items.tickItem, ada, { itemUid: bread, done: true });
		await world.ask(items.deleteItem, ada, { itemUid: soap });
		return {
			...{ groceries: listUid, dairy: section.uid, milk, eggs, soap },
			...{ ada: ada.member.uid, ben: ben.member.uid, cooks }
		};
	}

	/** Everything that Ada sees of her lists, without the times of changes. */
	async function everything() {
		const { lists: all } = await world.ask(lists.getLists, ada, { order: 'LIST_ORDER_NAME' });
		const { lists: archived } = await world.ask(lists.getLists, ada, {
			status: 'LIST_STATUS_ARCHIVED'
		});
		return Promise.all(
			[...all, ...archived].map(async ({ uid: listUid }) => {
				const { list, items: on } = await world.ask(lists.getList, ada, { listUid });
				const { updatedAt, ...same } = list;
				return {
					list: same,
					items: on,
					sections: await world.ask(sections.getSections, ada, { listUid }),
					shares: await world.ask(lists.getShares, ada, { listUid })
				};
			})
		);
	}
});
