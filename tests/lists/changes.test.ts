import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { performed } from '../support/credentials.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';
import { applied, emptyCopy, inOrder } from './copy.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('the changes of a list on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let listUid: string, milk: string, eggs: string, soap: string;
	let version: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
		ben = await world.member('Ben');
	});
	beforeEach(async () => {
		listUid = (await world.listOf(ada)).uid;
		const labels = ['Milk', 'Eggs', 'Soap'];
		const added = await world.ask(items.addItems, ada, {
			listUid,
			items: labels.map((label) => ({ label }))
		});
		[milk = '', eggs = '', soap = ''] = added.items.map(({ uid }) => uid);
		({ version } = await changes(''));
	});
	afterAll(() => world.close());

	const changes = (after = version, who: Caller = ada) =>
		world.ask(lists.getChanges, who, { listUid, after });
	const shareWithEveryone = () =>
		world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true });
	const uidsIn = (answer: { items: { uid: string }[] }) => answer.items.map(({ uid }) => uid);

	it('are the whole list without a version', async () => {
		const { list, items: all } = await world.ask(lists.getList, ada, { listUid });
		const answer = await world.ask(lists.getChanges, ada, { listUid });
		expect(answer).toMatchObject({ list, reset: true, removedItemUids: [] });
		expect(inOrder(applied(emptyCopy, answer))).toEqual(all);
	});

	it('are empty where nothing has changed, with one query and the same version', async () => {
		let queries = 0;
		const { database } = world.household;
		const { readAt } = database;
		database.readAt = (snapshot) => ({
			query: (sql) => ((queries += 1), readAt(snapshot).query(sql))
		});
		const answer = await changes().finally(() => (database.readAt = readAt));
		expect(answer).toMatchObject({ version, reset: false, items: [], removedItemUids: [] });
		expect(queries).toBe(1);
	});

	it('are the one item that was ticked, and nothing once the client has it', async () => {
		await world.ask(items.tickItem, ada, { itemUid: milk, done: true });
		const answer = await changes();
		expect(answer).toMatchObject({
			reset: false,
			list: { openCount: 2, doneCount: 1 },
			items: [{ uid: milk, done: true, doneByName: 'Ada' }],
			removedItemUids: []
		});
		expect((await changes(answer.version)).items).toEqual([]);
	});

	it('are the same answer, and so the same ETag, while only other lists change', async () => {
		const answer = await changes();
		const other = await world.listOf(ada, 'Hardware');
		await world.ask(items.addItem, ada, { listUid: other.uid, label: 'Nails' });
		expect(await changes()).toEqual(answer);
	});

	it('are the same answer while only another member pins the list', async () => {
		await shareWithEveryone();
		const { version: after } = await changes();
		const answer = await changes(after);
		await world.ask(lists.pinList, ben, { listUid, pinned: true });
		expect(await changes(after)).toEqual(answer);
	});

	it('name items that were deleted or cleared, and have them again once they are restored', async () => {
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		await world.ask(items.tickItem, ada, { itemUid: eggs, done: true });
		await world.ask(lists.clearDone, ada, { listUid });
		const answer = await changes();
		expect(answer.items).toEqual([]);
		expect(answer.removedItemUids.toSorted()).toEqual([milk, eggs].sort());
		expect((await changes(answer.version)).removedItemUids).toEqual([]);
		await world.ask(trash.restoreEntries, ada, { uids: [milk, eggs] });
		const again = await changes(answer.version);
		expect([uidsIn(again), again.removedItemUids]).toEqual([[milk, eggs], []]);
	});

	it('name an item once that was deleted twice', async () => {
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		await world.ask(trash.restore, ada, { uid: milk });
		await world.ask(items.deleteItem, ada, { itemUid: milk });
		expect((await changes()).removedItemUids).toEqual([milk]);
	});

	it('remove a moved item from one list and add it to the other', async () => {
		const other = await world.listOf(ada, 'Hardware');
		const there = await world.ask(lists.getChanges, ada, { listUid: other.uid });
		await world.ask(items.moveItem, ada, { itemUid: milk, toListUid: other.uid });
		expect(await changes()).toMatchObject({ items: [], removedItemUids: [milk] });
		const arrived = { listUid: other.uid, after: there.version };
		expect(await world.ask(lists.getChanges, ada, arrived)).toMatchObject({
			items: [{ uid: milk }],
			removedItemUids: []
		});
	});

	/** Moves the third item between the others, which have one rank, and so renumbers their list. */
	const renumber = async (one: string, other: string, third: string) => {
		const { rank } = await world.database.reader.item.findUniqueOrThrow({ where: { uid: one } });
		await world.database.writer.item.updateMany({ where: { uid: other }, data: { rank } });
		const [first = '', second = ''] = [one, other].sort();
		await world.ask(items.moveItem, ada, { itemUid: third, afterItemUid: first });
		return [first, second];
	};

	it('are every item after the list was renumbered', async () => {
		const [first, second] = await renumber(milk, eggs, soap);
		const answer = await changes();
		expect(answer.reset).toBe(false);
		expect(uidsIn(answer)).toEqual([first, soap, second]);
	});

	it.each<[what: string, before: () => Promise<unknown>, meanwhile: () => Promise<unknown>]>([
		['a renumbering', () => renumber(milk, eggs, soap), async () => {}],
		['a renumbering of another list', async () => {}, renumberAnother],
		['a sharing', shareWithEveryone, async () => {}],
		['a sharing of another list', shareWithEveryone, shareAnother],
		['a change of a group', () => regroup('Cooks'), async () => {}]
	])('are the one item that was ticked, where %s is no news of its list', async (...given) => {
		const [, before, meanwhile] = given;
		await shareWithEveryone();
		await before();
		const { version: after } = await changes('', ben);
		await meanwhile();
		await world.ask(items.tickItem, ada, { itemUid: eggs, done: true });
		const answer = await changes(after, ben);
		expect([answer.reset, uidsIn(answer)]).toEqual([false, [eggs]]);
		expect(uidsIn(await changes(answer.version, ben))).toEqual([]);
	});

	async function renumberAnother(): Promise<void> {
		const other = await world.listOf(ada, 'Hardware');
		const labels = ['Nails', 'Glue', 'Tape'];
		const added = await world.ask(items.addItems, ada, {
			listUid: other.uid,
			items: labels.map((label) => ({ label }))
		});
		const [nails = '', glue = '', tape = ''] = added.items.map(({ uid }) => uid);
		await renumber(nails, glue, tape);
	}

	async function shareAnother(): Promise<void> {
		const { uid } = await world.listOf(ada, 'Hardware');
		await world.ask(lists.shareList, ada, { listUid: uid, sharing: 'SHARING_INSTANCE' });
	}

	const regroup = (name: string) => world.ask(groups.createGroup, ada, { name });

	it('are every item after a member was renamed', async () => {
		await shareWithEveryone();
		await world.ask(items.tickItem, ben, { itemUid: milk, done: true });
		const { version: after } = await changes();
		await world.ask(members.changeMe, ben, { name: 'Benjamin' });
		const answer = await changes(after);
		expect(answer.items.find(({ uid }) => uid === milk)?.doneByName).toBe('Benjamin');
		await world.ask(members.changeMe, ben, { name: 'Ben' });
	});

	describe('through a token', () => {
		let guest: Person;
		let tablet: { caller: MemberCaller; uid: string };
		let tea: string, after: string;

		beforeEach(async () => {
			guest = await world.member(`Guest${listUid}`);
			await shareWithEveryone();
			tablet = await world.tokenOf(guest);
			const added = await world.ask(items.addItem, tablet.caller, { listUid, label: 'Tea' });
			tea = added.item.uid;
			({ version: after } = await changes());
		});

		const nameOfTheToken = async () =>
			(await changes(after)).items.find(({ uid }) => uid === tea)?.addedViaToken;

		it('no longer name the token once it is revoked', async () => {
			await world.ask(tokens.revokeAccessToken, guest, { tokenUid: tablet.uid });
			expect(await nameOfTheToken()).toBe('');
		});

		it('no longer name the token once its member is removed', async () => {
			await world.ask(members.removeMember, ada, { memberUid: guest.member.uid });
			expect(await nameOfTheToken()).toBe('');
		});

		it('no longer name the token once its member has a new password from an admin', async () => {
			const emailOrName = `guest${listUid}@mill.test`.toLowerCase();
			const { output, issued } = await performed(world, requests.askForReset, visitor, {
				emailOrName
			});
			const { requestUid } = output;
			const binding = issued.find(({ kind }) => kind === 'binding');
			const bindingSecret = binding && 'secret' in binding ? binding.secret : '';
			await world.ask(requests.decideReset, ada, { requestUid, approve: true });
			const complete = { ...requests.completeReset, prepare: async () => 'a hash' };
			const client: Caller = { ...visitor, from: { ...visitor.from, bindingSecret } };
			await world.ask(complete, client, { requestUid, newPassword: password });
			expect(await nameOfTheToken()).toBe('');
		});

		it('are reversed by an undo', async () => {
			const since = '2026-01-01T00:00:00.000Z';
			await world.ask(tokens.undoToken, guest, { tokenUid: tablet.uid, since });
			expect(await changes(after)).toMatchObject({ items: [], removedItemUids: [tea] });
		});

		it('of a token that has ended do not stop the undo of another token', async () => {
			const other = await world.tokenOf(ada, { name: 'kitchen clock' });
			await world.ask(lists.renameList, other.caller, { listUid, name: 'Market' });
			await world.ask(tokens.revokeAccessToken, guest, { tokenUid: tablet.uid });
			const since = '2026-01-01T00:00:00.000Z';
			const undone = await world.ask(tokens.undoToken, ada, { tokenUid: other.uid, since });
			expect(undone).toMatchObject({ undone: 1, skipped: [] });
		});
	});

	it.each<[what: string, change: () => Promise<unknown>, list: object]>([
		[
			'name',
			() => world.ask(lists.renameList, ada, { listUid, name: 'Market' }),
			{ name: 'Market' }
		],
		['sharing', shareWithEveryone, { sharing: 'SHARING_INSTANCE' }],
		['pin', () => world.ask(lists.pinList, ada, { listUid, pinned: true }), { isPinned: true }],
		[
			'archive',
			() => world.ask(lists.archiveList, ada, { listUid, archived: true }),
			{ archivedByName: 'Ada' }
		]
	])('of its %s are in the list, and repeat no item', async (_what, change, list) => {
		await change();
		expect(await changes()).toMatchObject({ list, reset: false, items: [], removedItemUids: [] });
	});

	it('of the right to edit are in the list', async () => {
		await shareWithEveryone();
		const { version: after } = await changes('', ben);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
		expect((await changes(after, ben)).list.canEdit).toBe(false);
	});
});
