// The answers to a token that may write but not read: they hold the names of what it changed, and what it has sent itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import * as answers from '../../src/lib/server/mcp/answers.ts';
import { withMore } from '../../src/lib/server/mcp/lean.ts';
import { tally } from '../support/credentials.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { moveIn, secrets } from '../support/fixture-household.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

describe.each(providers)('a token that may only write, on %s', (provider) => {
	let world: World;
	let ada: MemberCaller, writer: MemberCaller;
	let listUid: string, itemUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
		listUid = (await world.listOf(ada)).uid;
		const milk = { label: 'milk', quantity: '2 l', dueOn: '2026-11-22', note: 'for the surprise' };
		itemUid = (await world.ask(items.addItem, ada, { listUid, ...milk })).item.uid;
		await world.ask(items.tickItem, ada, { itemUid, done: true });
		writer = (await world.tokenOf(ada, { abilities: { write: true } })).caller;
	});
	afterAll(() => world.close());

	const unread = {
		...eachText(() => ''),
		...{ done: false, addedByName: '', addedViaToken: '' },
		...{ doneByName: '', doneAt: '', doneByUid: '' }
	};
	const milk = () => ({ ...unread, uid: itemUid, label: 'milk' });

	it('sees of an item only its label, and what it has sent', async () => {
		const change = (edit: object) => world.ask(items.changeItem, writer, { itemUid, ...edit });
		const lists = [{ uid: listUid, name: '' }];
		expect(await change({})).toEqual({ item: milk() });
		expect(await change({ quantity: '3 l' })).toEqual({ item: { ...milk(), quantity: '3 l' } });
		expect(await world.ask(items.tickItem, writer, { itemUid, done: true })).toEqual({
			item: { ...milk(), done: true }
		});
		expect(await world.ask(items.tickItems, writer, { itemUids: [itemUid], done: true })).toEqual({
			...{ items: [{ ...milk(), done: true }], unchangedUids: [], lists }
		});
		expect(await world.ask(items.appendToNote, writer, { itemUid, text: 'or oats' })).toEqual({
			item: milk()
		});
		const edits = { items: [{ itemUid, note: 'new' }] };
		expect(await world.ask(items.changeItems, writer, edits)).toEqual({
			...{ items: [{ ...milk(), note: 'n' }], unchangedUids: [], lists }
		});
	});

	it('may delete, and is told how much it deleted but no names', async () => {
		const { uid: secretUid } = await world.listOf(ada);
		const added = { listUid: secretUid, items: [{ label: 'a ring' }, { label: 'a cake' }] };
		const { items: gifts } = await world.ask(items.addItems, ada, added);
		const itemUids = gifts.map(({ uid }) => uid);
		await world.ask(items.tickItems, ada, { itemUids, done: true });
		const { caller: deleter } = await world.tokenOf(ada, { abilities: { delete: true } });
		const clear = withMore(lists.clearDone, answers.Removed.shape);
		const unnamed = [{ uid: secretUid, name: '' }];
		const { removedCount, ...cleared } = await world.ask(clear, deleter, {
			listUid: secretUid
		});
		expect(removedCount).toBe(2);
		expect(cleared).toEqual({
			removed: itemUids.map((uid) => ({ uid, label: '' })),
			lists: unnamed
		});
		const remove = withMore(lists.deleteList, answers.Lists.shape);
		expect(await world.ask(remove, deleter, { listUid: secretUid })).toEqual({
			lists: unnamed
		});
	});

	it('is not told whether an item was in that state already', async () => {
		const { items: added } = await world.ask(items.addItems, ada, {
			listUid,
			items: [
				{ label: 'tea', quantity: '1 kg', dueOn: '2026-12-01', note: 'loose' },
				{ label: 'rice' }
			]
		});
		const [tea = '', rice = ''] = added.map(({ uid }) => uid);
		const itemUids = [tea, rice];
		await world.ask(items.tickItem, ada, { itemUid: tea, done: true });
		const unchanged = async (who: MemberCaller, done: boolean) =>
			(await world.ask(items.tickItems, who, { itemUids, done })).unchangedUids;
		expect(await unchanged(writer, true)).toEqual([]);
		expect(await unchanged(ada, true)).toEqual(itemUids);
		for (const guess of [
			{ label: 'tea' },
			{ quantity: '1 kg' },
			{ dueOn: '2026-12-01' },
			{ note: 'loose' }
		]) {
			const edits = { items: [{ itemUid: tea, ...guess }] };
			const told = (who: MemberCaller) => world.ask(items.changeItems, who, edits);
			expect((await told(writer)).unchangedUids, Object.keys(guess)[0]).toEqual([]);
			expect((await told(ada)).unchangedUids).toEqual([tea]);
		}
	});

	it('cannot find out a note by naming it as the one it saw last', async () => {
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'door', note: '4711' });
		const guess = (who: MemberCaller, note: string) =>
			tally([world.ask(items.changeItem, who, { itemUid: item.uid, note, expectedNote: note })]);
		expect([await guess(writer, '4710'), await guess(writer, '4711')]).toEqual(
			Array(2).fill({ forbidden: 1 })
		);
		expect([await guess(ada, '4710'), await guess(ada, '4711')]).toEqual([
			{ changed: 1 },
			{ answered: 1 }
		]);
	});

	it('is not told whether a list was in that state already', async () => {
		const { uid } = await world.listOf(ada, 'Garden');
		const isChanged = async (who: MemberCaller) =>
			(await world.ask(lists.changeList, who, { listUid: uid, archived: false, pinned: false }))
				.isChanged;
		expect([await isChanged(writer), await isChanged(ada)]).toEqual([true, false]);
	});

	it('is told the name of what it restored, but not who deleted it, when and from where', async () => {
		const { uid } = await world.listOf(ada, 'Cellar');
		const { item } = await world.ask(items.addItem, ada, { listUid: uid, label: 'cider' });
		const remove = async () => {
			await world.ask(items.deleteItem, ada, { itemUid: item.uid });
			await world.ask(lists.deleteList, ada, { listUid: uid });
		};
		const restored = (who: MemberCaller) =>
			world.ask(trash.restoreEntries, who, { uids: [item.uid, uid] });
		const hidden = { listName: '', deletedAt: '', deletedByName: '', deletedViaToken: '' };
		await remove();
		expect(await restored(writer)).toEqual({
			restoredCount: 2,
			entries: [
				{ uid, kind: 'TRASH_KIND_LIST', name: 'Cellar', listUid: uid, ...hidden, purgeAt: '' },
				{
					...{ uid: item.uid, kind: 'TRASH_KIND_ITEM', name: 'cider', listUid: uid },
					...{ ...hidden, purgeAt: '' }
				}
			]
		});
		await remove();
		expect((await restored(ada)).entries).toMatchObject([
			{ name: 'Cellar', deletedByName: 'Ada' },
			{ name: 'cider', listName: 'Cellar', deletedByName: 'Ada' }
		]);
	});

	it('undoes nothing, and so cannot find out a note by undoing its guesses', async () => {
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'safe', note: '4711' });
		const since = world.now().toISOString();
		const guess = async (note: string) => {
			await world.ask(items.changeItem, writer, { itemUid: item.uid, note });
			return tally([true, false].map((dryRun) => undo({ since, dryRun })));
		};
		const undo = (which: { since: string; dryRun: boolean }) =>
			world.ask(tokens.undoOwnChanges, writer, which);
		expect([await guess('4711'), await guess('4710')]).toEqual(Array(2).fill({ forbidden: 2 }));
	});

	it('gets a full answer about what it has just created', async () => {
		const body = { label: 'eggs', quantity: '12', dueOn: '2026-11-23', note: 'brown' };
		const added = await world.ask(items.addItem, writer, { listUid, ...body });
		expect(added.item).toMatchObject(body);
		const made = await world.ask(lists.createList, writer, { name: 'Market' });
		expect(made.list).toMatchObject({ name: 'Market', createdAt: world.now().toISOString() });
	});

	it('is told of a list its name, what it may do with it and what it has sent, and nothing else', async () => {
		const { uid } = await world.listOf(ada, 'Surprises');
		const everyone = { listUid: uid, sharing: 'SHARING_INSTANCE' } as const;
		await world.ask(lists.shareList, ada, everyone);
		await world.ask(lists.changeList, ada, { listUid: uid, pinned: true, addsOnTop: true });
		const known = {
			...{ uid, name: 'Weekly', isOwner: true, canEdit: true, sharing: 'SHARING_UNSPECIFIED' },
			...{ isPinned: false, addsOnTop: false, openCount: 0, doneCount: 0 },
			...{ createdAt: '', updatedAt: '', archivedAt: '', archivedByName: '' }
		};
		const change = async (sent: object) =>
			(await world.ask(lists.changeList, writer, { listUid: uid, ...sent })).list;
		const renamed = await world.ask(lists.renameList, writer, { listUid: uid, name: 'Weekly' });
		expect(renamed.list).toEqual(known);
		expect(await change({ name: 'Weekly' })).toEqual(known);
		expect(await change({ pinned: true })).toEqual({ ...known, isPinned: true });
		expect(await change({ addsOnTop: true })).toEqual({ ...known, addsOnTop: true });
		const placed = { listUid: uid, addsOnTop: true };
		expect((await world.ask(lists.setAddsOnTop, writer, placed)).list.addsOnTop).toBe(true);
		const archived = { listUid: uid, archived: false };
		expect((await world.ask(lists.archiveList, writer, archived)).list).toEqual(known);
		expect((await world.ask(lists.shareList, writer, everyone)).list).toEqual({
			...known,
			sharing: 'SHARING_INSTANCE'
		});
		expect(
			(await world.ask(lists.renameList, ada, { listUid: uid, name: 'X' })).list
		).toMatchObject({ isPinned: true, addsOnTop: true, sharing: 'SHARING_INSTANCE' });
	});
});

const commands = Object.values(catalogue).filter(
	({ kind, access }) => kind === 'command' && (access.who === 'member' || access.who === 'token')
);

describe.each(providers)('a token that may write and delete, on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
	});
	afterAll(() => world.close());

	it.each(commands)('is told by $name of no item more than its label', async (command) => {
		await moveIn(world.database, world.now());
		const { item, accessToken } = world.database.writer;
		const hidden = { ...eachText(() => '2031-01-01'), addedByUid: exampleUids.ben };
		await item.updateMany({ data: { ...hidden, label: 'Milk' } });
		await accessToken.update({ where: { uid: exampleUids.tablet }, data: { canRead: false } });
		const caller = await tokenCaller(world.household, secrets.token, visitor.from);
		if (!caller) throw new Error('the token opens nothing');
		const told = await world.ask(command, caller, exampleInput(command.name)).catch((error) => {
			expect(error).toBeInstanceOf(Refusal);
			expect(error.kind).toBe('forbidden');
			return error.message;
		});
		expect(JSON.stringify(told)).not.toMatch(/2031|Ben/);
	});
});
