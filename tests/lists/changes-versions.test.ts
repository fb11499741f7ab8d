import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;
const aDay = 86_400_000;

describe.each(providers)('a version of a list on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let listUid: string, milk: string, eggs: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada', 'ROLE_ADMIN');
		ben = await world.member('Ben');
	});
	beforeEach(async () => {
		listUid = (await world.listOf(ada)).uid;
		[milk, eggs] = [await add('Milk'), await add('Eggs')];
	});
	afterAll(() => world.close());

	const add = async (label: string) =>
		(await world.ask(items.addItem, ada, { listUid, label })).item.uid;
	const tick = (itemUid: string) => world.ask(items.tickItem, ada, { itemUid, done: true });
	const share = (given: object = { sharing: 'SHARING_INSTANCE' }) =>
		world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_PRIVATE', ...given });
	const changes = (after: string | undefined, who: Caller = ada, uid = listUid) =>
		world.ask(lists.getChanges, who, { listUid: uid, after });
	const versionFor = async (who: Caller, uid = listUid) =>
		(await changes(undefined, who, uid)).version;
	const everything = () => ({
		reset: true,
		items: [{ uid: milk }, { uid: eggs }],
		removedItemUids: []
	});

	describe('that is not valid here is answered with the whole list:', () => {
		it.each<[what: string, of: () => Promise<string>]>([
			['none', async () => ''],
			['words', async () => 'yesterday'],
			['a number', async () => '1'],
			['a number below any', async () => '-1'],
			['a number that is too large', async () => '9'.repeat(100)],
			['a newer one', async () => (await versionFor(ada)).replace(/^\d+/, '2147483647')],
			[
				'one that no database could hold',
				async () => (await versionFor(ada)).replace(/^\d+/, '2147483648')
			],
			[
				'an older one with the mark of another',
				async () => (await versionFor(ada)).replace(/^\d+/, '1')
			],
			['one of another list', async () => versionFor(ada, (await world.listOf(ada, 'Other')).uid)],
			['one of another member', async () => (await share(), versionFor(ben))],
			['one of a past that a restored backup does not have', anotherPast]
		])('%s', async (_what, of) => {
			expect(await changes(await of())).toMatchObject(everything());
		});

		/** A version whose number is in the outbox, but with another change than when it was read. */
		async function anotherPast(): Promise<string> {
			const version = await versionFor(ada);
			await world.database.writer.change.update({
				where: { number: Number.parseInt(version, 10) },
				data: { at: new Date(world.now().getTime() - 1) }
			});
			return version;
		}
	});

	it('is answered with the whole list once it is older than the outbox', async () => {
		const start = world.now();
		const version = await versionFor(ada);
		world.setClock(new Date(start.getTime() + 30 * aDay));
		await tick(milk);
		await purgeExpired(world.household);
		expect(await changes(version)).toMatchObject({ reset: false, items: [{ uid: milk }] });
		world.setClock(new Date(start.getTime() + 30 * aDay + 1));
		await purgeExpired(world.household);
		expect(await changes(version)).toMatchObject(everything());
		world.setClock(start);
	});

	it('is valid only while every later Change is stored', async () => {
		const start = world.now();
		await world.database.writer.change.deleteMany({ where: { at: { gt: start } } });
		const version = await versionFor(ada);
		await tick(milk);
		// On Postgres a Change with a later number may have an earlier moment, by as much as a command takes.
		const { number } = await world.database.reader.change.findFirstOrThrow({
			orderBy: { number: 'desc' }
		});
		const at = new Date(start.getTime() - 1);
		await world.database.writer.change.update({ where: { number }, data: { at } });
		world.setClock(new Date(start.getTime() + 30 * aDay));
		await purgeExpired(world.household);
		expect(await changes(version)).toMatchObject({ reset: false, items: [{ uid: milk }] });
		world.setClock(new Date(start.getTime() + 30 * aDay + 1));
		await purgeExpired(world.household);
		expect(await changes(version)).toMatchObject(everything());
		world.setClock(start);
	});

	it('is a Change older than any command if none of the list is stored', async () => {
		const { change } = world.database.writer;
		const { uid: other } = await world.listOf(ada, 'Other');
		for (const label of ['Nails', 'Glue', 'Tape', 'Rope'])
			await world.ask(items.addItem, ada, { listUid: other, label });
		await change.deleteMany({ where: { listUid: { not: other } } });
		const stored = await change.findMany({ orderBy: { number: 'asc' } });
		const [before, latest, older] = stored.map(({ number }) => number);
		for (const [number, days] of [
			[before, 4],
			[latest, 3],
			[older, 5]
		])
			await change.update({
				where: { number: number ?? 0 },
				data: { at: new Date(world.now().getTime() - (days ?? 0) * aDay) }
			});
		expect(Number.parseInt(await versionFor(ada), 10)).toBe(latest);
	});

	it('opens no list that is out of reach, and is refused as for one that never existed', async () => {
		await share();
		const version = await versionFor(ben);
		const { caller } = await world.tokenOf(ada, { listUids: [(await world.listOf(ada)).uid] });
		await share({});
		expect(await outcome(changes(version, ben))).toBe('missing');
		expect(await outcome(changes(undefined, caller))).toBe('missing');
		const refused = (uid: string) => changes(version, ben, uid).catch((error: unknown) => error);
		expect(await refused(listUid)).toEqual(await refused(`lst_${'x'.repeat(22)}`));
		const own = await versionFor(ada);
		await world.ask(lists.deleteList, ada, { listUid });
		expect(await outcome(changes(own))).toBe('missing');
	});

	it('stays valid when the list is archived', async () => {
		const version = await versionFor(ada);
		await tick(milk);
		await world.ask(lists.archiveList, ada, { listUid, archived: true });
		expect(await changes(version)).toMatchObject({ reset: false, items: [{ uid: milk }] });
	});

	it('is answered without items that were in the trash all the time', async () => {
		await share({ sharing: 'SHARING_INSTANCE', canEdit: true });
		const { caller } = await world.tokenOf(ben);
		const added = await world.ask(items.addItem, caller, { listUid, label: 'Surprise' });
		await world.ask(items.deleteItem, caller, { itemUid: added.item.uid });
		const version = await versionFor(ada);
		const since = '2026-01-01T00:00:00.000Z';
		expect((await world.ask(tokens.undoOwnChanges, caller, { since })).undone).toBe(2);
		expect(await changes(version)).toMatchObject({ items: [], removedItemUids: [] });
	});

	it('stays valid when the list was deleted and restored', async () => {
		const version = await versionFor(ada);
		await world.ask(lists.deleteList, ada, { listUid });
		await world.ask(trash.restore, ada, { uid: listUid });
		expect(await changes(version)).toMatchObject({ reset: false, items: [], removedItemUids: [] });
	});

	describe('from before a list went out of reach', () => {
		/** Adds an item to the list and deletes it while Ben cannot see the list. */
		const unseen = async () => world.ask(items.deleteItem, ada, { itemUid: await add('Surprise') });

		it('is answered with the whole list, without items that came and went meanwhile', async () => {
			await share();
			const version = await versionFor(ben);
			await share({});
			await unseen();
			await share();
			expect(await changes(version, ben)).toMatchObject(everything());
		});

		it('is answered so too where the list was reached through a group', async () => {
			const { group } = await world.ask(groups.createGroup, ada, { name: `Cooks ${listUid}` });
			const fill = (...memberUids: string[]) =>
				world.ask(groups.setGroupMembers, ada, { groupUid: group.uid, memberUids });
			await fill(ben.member.uid);
			await share({ sharing: 'SHARING_SPECIFIC', groupUids: [group.uid] });
			const version = await versionFor(ben);
			await fill();
			await unseen();
			await fill(ben.member.uid);
			expect(await changes(version, ben)).toMatchObject(everything());
		});

		it('is answered so too where the list then passed to the caller, who shared it again', async () => {
			const cleo = await world.member(`Cleo${listUid}`);
			const { uid } = await world.listOf(cleo);
			const { group } = await world.ask(groups.createGroup, ada, {
				name: `Cooks ${uid}`,
				memberUids: [ada.member.uid]
			});
			const groupUids = [group.uid];
			const named = { listUid: uid, sharing: 'SHARING_SPECIFIC', groupUids } as const;
			await world.ask(lists.shareList, cleo, named);
			const version = await versionFor(ada, uid);
			await world.ask(groups.setGroupMembers, ada, { groupUid: group.uid, memberUids: [] });
			const { item } = await world.ask(items.addItem, cleo, { listUid: uid, label: 'Surprise' });
			await world.ask(items.deleteItem, cleo, { itemUid: item.uid });
			await world.ask(members.removeMember, ada, { memberUid: cleo.member.uid });
			await world.ask(lists.shareList, ada, { listUid: uid, sharing: 'SHARING_INSTANCE' });
			expect(await changes(version, ada, uid)).toMatchObject({ reset: true, removedItemUids: [] });
		});

		it('is answered so too where the list passed to the admin who removed its owner', async () => {
			const cleo = await world.member(`Cleo${listUid}`);
			const { uid } = await world.listOf(cleo);
			const shareTheirs = (sharing: 'SHARING_INSTANCE' | 'SHARING_SPECIFIC') =>
				world.ask(lists.shareList, cleo, { listUid: uid, sharing, memberUids: [ben.member.uid] });
			await shareTheirs('SHARING_INSTANCE');
			const version = await versionFor(ada, uid);
			await shareTheirs('SHARING_SPECIFIC');
			const { item } = await world.ask(items.addItem, cleo, { listUid: uid, label: 'Surprise' });
			await world.ask(items.deleteItem, cleo, { itemUid: item.uid });
			await world.ask(members.removeMember, ada, { memberUid: cleo.member.uid });
			expect(await changes(version, ada, uid)).toMatchObject({
				reset: true,
				items: [],
				removedItemUids: []
			});
		});
	});
});
