import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedMany } from '../prisma/seed-many.ts';
import { password, seedMillLane, type MillLane } from '../prisma/mill-lane.ts';
import type { Caller, MemberCaller } from '../src/lib/server/kernel/caller.ts';
import { tokenCaller } from '../src/lib/server/tokens/bearer.ts';
import { groups } from '../src/lib/server/groups/operations.ts';
import { items } from '../src/lib/server/items/operations.ts';
import { lists } from '../src/lib/server/lists/operations.ts';
import { members } from '../src/lib/server/members/operations.ts';
import { requests } from '../src/lib/server/requests/operations.ts';
import { search } from '../src/lib/server/search/operations.ts';
import { outcome } from './support/outcome.ts';
import { lookInto } from './support/sql.ts';
import { openWorld, providers, visitor, type World } from './support/world.ts';

describe.each(providers)('Mill Lane on %s', (provider) => {
	let world: World;
	let lane: MillLane;
	beforeAll(async () => {
		world = await openWorld(provider);
		lane = await seedMillLane(world.household);
	});
	afterAll(() => world.close());

	const names = async (who: Caller, status?: 'LIST_STATUS_ARCHIVED') =>
		(await world.ask(lists.getLists, who, { status, order: 'LIST_ORDER_NAME' })).lists.map(
			({ name }) => name
		);
	const withOwnPassword = async (who: MemberCaller): Promise<MemberCaller> => {
		const mine = { where: { uid: who.member.uid }, data: { mustChangePassword: false } };
		await world.household.database.writer.member.update(mine);
		return { ...who, member: { ...who.member, mustChangePassword: false } };
	};
	const add = (who: Caller, listUid: string) =>
		outcome(world.ask(items.addItem, who, { listUid, label: 'rope' }));

	it('is home to Ada, who is its admin, Ben, Cleo, and Dan, who has never signed in', async () => {
		const { members: all } = await world.ask(members.getMembers, lane.ada, {});
		expect(
			all.map(({ name, role, mustChangePassword }) => [name, role, mustChangePassword])
		).toEqual([
			['Ada', 'ROLE_ADMIN', false],
			['Ben', 'ROLE_MEMBER', false],
			['Cleo', 'ROLE_MEMBER', false],
			['Dan', 'ROLE_MEMBER', true]
		]);
		expect(all.map(({ lastSignedInAt }) => lastSignedInAt !== '')).toEqual([
			true,
			true,
			true,
			false
		]);
		const signIn = (name: string) =>
			outcome(world.ask(members.signIn, visitor, { email: `${name}@mill.test`, password }));
		expect([
			await signIn('ada'),
			await signIn('ben'),
			await signIn('cleo'),
			await signIn('dan')
		]).toEqual(['done', 'done', 'done', 'unauthenticated']);
	});

	it('has the groups kids and flat', async () => {
		const { groups: all } = await world.ask(groups.getGroups, lane.ada, {});
		expect(
			all.map(({ name, members: within }) => [name, within.map((member) => member.name)])
		).toEqual([
			['flat', ['Ben', 'Dan']],
			['kids', ['Cleo']]
		]);
	});

	it('shows each of them their lists: groceries everyone, the birthday Ada, camping the kids, the house jobs the flat', async () => {
		expect(await names(lane.ada)).toEqual(['Birthday for Ben', 'Camping', 'Groceries']);
		expect(await names(lane.ben)).toEqual(['Groceries', 'House jobs']);
		expect(await names(lane.cleo)).toEqual(['Camping', 'Groceries']);
		const dan = await withOwnPassword(lane.dan);
		expect(await names(dan)).toEqual(['Groceries', 'House jobs']);
		expect(await names(lane.cleo, 'LIST_STATUS_ARCHIVED')).toEqual(['Summer holiday']);
		const { camping, houseJobs, groceries } = lane.lists;
		expect([
			await add(lane.cleo, camping.uid),
			await add(dan, houseJobs.uid),
			await add(dan, groceries.uid)
		]).toEqual(['forbidden', 'done', 'done']);
	});

	it('has two access tokens, one for the groceries, which may not delete, and one that only reads', async () => {
		const bearer = async (secret: string) => {
			const caller = await tokenCaller(world.household, secret, visitor.from);
			if (!caller) throw new Error('the token opens nothing');
			return caller;
		};
		const tablet = await bearer(lane.kitchenTablet.secret);
		expect(await names(tablet)).toEqual(['Groceries']);
		const { item } = await world.ask(items.addItem, tablet, {
			listUid: lane.lists.groceries.uid,
			label: 'jam'
		});
		expect(await outcome(world.ask(items.deleteItem, tablet, { itemUid: item.uid }))).toBe(
			'forbidden'
		);
		const box = await bearer(lane.recipeBox.secret);
		expect([await names(box), await add(box, lane.lists.houseJobs.uid)]).toEqual([
			['Groceries', 'House jobs'],
			'forbidden'
		]);
	});

	it('has one person waiting to join and one for a new password', async () => {
		const waiting = await world.ask(requests.getRequests, lane.ada, {});
		expect(waiting).toMatchObject({
			joinRequests: [{ name: 'Elif' }],
			resetRequests: [{ member: { name: 'Cleo' } }]
		});
	});

	it('grows by the given number of members, lists and items, which are found like any other', async () => {
		const look = await lookInto(world.databaseUrl);
		const counts = async () => {
			const [row] = await look.rows(
				'SELECT (SELECT COUNT(*) FROM "Member") AS members, (SELECT COUNT(*) FROM "List") AS lists, (SELECT COUNT(*) FROM "Item") AS items'
			);
			return Object.values(row ?? {}).map(Number);
		};
		const before = await counts();
		await seedMany(world.household, { members: 3, lists: 20, itemsOnList: 11 });
		expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([
			3, 20, 220
		]);
		await look.close();
		expect((await names(lane.ada)).filter((name) => /\d/.test(name))).toEqual([
			'Groceries 0',
			'Packing 10'
		]);
		const [list] = (await world.ask(search.search, lane.ada, { query: 'groceries 0' })).hits;
		const { list: read, items: onIt } = await world.ask(lists.getList, lane.ada, {
			listUid: list?.listUid ?? ''
		});
		expect([onIt.length, read.doneCount, onIt.filter(({ dueOn }) => dueOn).length]).toEqual([
			11, 2, 1
		]);
		expect(onIt[0]).toMatchObject({ addedByName: 'Member 0' });
		expect(read.updatedAt).toBe(world.now().toISOString());
		const { hits } = await world.ask(search.search, lane.ada, { query: 'screws' });
		expect(hits.length).toBe(2);
	});
});
