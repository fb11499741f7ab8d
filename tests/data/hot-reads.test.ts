import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** The hot reads, each a single query, compared with the same rows read from each table and assembled here. */
describe.each(providers)('what is read in one query on %s', (provider) => {
	let world: World;
	let callers: MemberCaller[];
	let model: Awaited<ReturnType<typeof everythingIn>>;

	beforeAll(async () => {
		world = await openWorld(provider);
		callers = await randomHousehold(world, 20261120);
		model = await everythingIn(world);
	});
	afterAll(() => world.close());

	it('has enough lists in reach, in the trash and shared differently to prove something', () => {
		expect(model.lists.length).toBe(40);
		for (const caller of callers)
			expect(reachedBy(caller).length, nameOf(caller)).toBeGreaterThan(0);
		expect(new Set(callers.map((caller) => reachedBy(caller).length)).size).toBeGreaterThan(3);
		expect(model.lists.filter(({ deletedAt }) => deletedAt).length).toBeGreaterThan(2);
		expect(
			model.lists.flatMap((list) => list.items).filter(({ deletedAt }) => deletedAt).length
		).toBeGreaterThan(10);
	});

	it('is for getLists the lists in reach, for every status and order', async () => {
		for (const caller of callers) {
			const reached = reachedBy(caller).map((list) => asList(list, caller));
			const open = reached.filter(({ archivedAt }) => archivedAt === '');
			const isDone = (list: (typeof reached)[number]) => list.openCount === 0 && list.doneCount > 0;
			const ask = async (asked: z.input<typeof lists.getLists.input>) =>
				(await world.ask(lists.getLists, caller, asked)).lists;
			const latest = by<(typeof reached)[number]>(({ updatedAt, uid }) => [
				-Date.parse(updatedAt),
				uid
			]);
			expect(await ask({})).toEqual(
				open.toSorted(
					by(({ isPinned, updatedAt, uid }) => [isPinned ? 0 : 1, -Date.parse(updatedAt), uid])
				)
			);
			expect(await ask({ status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_UPDATED' })).toEqual(
				open.filter((list) => !isDone(list)).toSorted(latest)
			);
			expect(await ask({ status: 'LIST_STATUS_COMPLETED', order: 'LIST_ORDER_UPDATED' })).toEqual(
				open.filter(isDone).toSorted(latest)
			);
			expect(await ask({ status: 'LIST_STATUS_ARCHIVED', order: 'LIST_ORDER_OPEN' })).toEqual(
				reached
					.filter(({ archivedAt }) => archivedAt)
					.toSorted(
						by(({ openCount, updatedAt, uid }) => [-openCount, -Date.parse(updatedAt), uid])
					)
			);
			expect(await ask({ order: 'LIST_ORDER_NAME' })).toEqual(
				open.toSorted(by(({ name, uid }) => [name.toLowerCase(), uid]))
			);
		}
	});

	it('is for getList one list and its items in order, or nothing', async () => {
		for (const caller of callers) {
			const reached = new Set(reachedBy(caller));
			for (const list of model.lists) {
				const asked = world.ask(lists.getList, caller, { listUid: list.uid });
				if (reached.has(list))
					expect(await asked).toEqual({
						list: asList(list, caller),
						items: inOrder(list).map(asItem)
					});
				else await expect(asked).rejects.toMatchObject({ kind: 'missing' });
			}
		}
	});

	it('is for getList the same array of items while nothing has changed, so that its JSON is cached', async () => {
		const [caller] = callers;
		const [list] = caller ? reachedBy(caller) : [];
		if (!caller || !list) throw new Error('nobody reaches a list');
		const asked = () => world.ask(lists.getList, caller, { listUid: list.uid });
		const [first, second] = [await asked(), await asked()];
		expect(first.items.length).toBeGreaterThan(0);
		expect(second.items).toBe(first.items);
	});

	it('is for getDatedItems every open item with a due date on any list in reach that is not archived', async () => {
		for (const caller of callers)
			for (const [from, to] of [
				['', '2026-11-25'],
				['2026-11-22', '2026-11-24'],
				['2026-11-23', '2026-11-23']
			] as const) {
				const due = reachedBy(caller)
					.filter(({ archivedAt }) => !archivedAt)
					.flatMap((list) => inOrder(list).map((item, place) => ({ list, item, place })))
					.filter(
						({ item }) => item.dueOn && item.dueOn >= from && item.dueOn <= to && !item.doneAt
					)
					.toSorted(
						by(({ list, item, place }) => [item.dueOn, list.name.toLowerCase(), list.uid, place])
					)
					.map(({ list, item }) => ({
						item: asItem(item),
						listUid: list.uid,
						listName: list.name
					}));
				expect((await world.ask(items.getDatedItems, caller, { from, to })).items).toEqual(due);
			}
	});

	type StoredList = (typeof model.lists)[number];
	type StoredItem = StoredList['items'][number];

	function reachedBy(caller: MemberCaller): StoredList[] {
		const { uid } = caller.member;
		const isSharedWith = (list: StoredList) =>
			list.sharing === 'SHARING_INSTANCE' ||
			(list.sharing === 'SHARING_SPECIFIC' &&
				(list.members.some(({ memberUid }) => memberUid === uid) ||
					list.groups.some(({ group }) =>
						group.members.some(({ memberUid }) => memberUid === uid)
					)));
		return model.lists
			.filter((list) => !list.deletedAt && (list.ownerUid === uid || isSharedWith(list)))
			.filter(
				(list) =>
					caller.by !== 'token' ||
					caller.token.allLists ||
					list.tokens.some(({ tokenUid }) => tokenUid === caller.token.uid)
			);
	}

	const inOrder = (list: StoredList): StoredItem[] =>
		list.items
			.filter(({ deletedAt }) => !deletedAt)
			.toSorted((one, other) => one.rank - other.rank || (one.uid < other.uid ? -1 : 1));

	function asList(list: StoredList, caller: MemberCaller) {
		const isOwner = list.ownerUid === caller.member.uid;
		const mayWrite = caller.by !== 'token' || caller.token.abilities.write;
		return {
			uid: list.uid,
			name: list.name,
			sharing: list.sharing,
			canEdit: mayWrite && (isOwner || (list.sharing !== 'SHARING_PRIVATE' && list.sharedEdit)),
			isOwner,
			isPinned: list.pins.some(({ memberUid }) => memberUid === caller.member.uid),
			addsOnTop: list.addsOnTop,
			openCount: inOrder(list).filter(({ doneAt }) => !doneAt).length,
			doneCount: inOrder(list).filter(({ doneAt }) => doneAt).length,
			createdAt: list.createdAt.toISOString(),
			updatedAt: list.updatedAt.toISOString(),
			archivedAt: list.archivedAt?.toISOString() ?? '',
			archivedByName: list.archivedBy?.name ?? ''
		};
	}

	const asItem = (item: StoredItem) => ({
		uid: item.uid,
		...eachText((field) => item[field]),
		done: !!item.doneAt,
		addedByName: item.addedBy?.name ?? '',
		doneByName: item.doneBy?.name ?? '',
		doneAt: item.doneAt?.toISOString() ?? '',
		doneByUid: item.doneByUid ?? '',
		addedViaToken: item.addedViaToken?.name ?? ''
	});
});

const nameOf = (caller: MemberCaller) => `${caller.member.name} by ${caller.by}`;

/** A comparison by the keys, in turn. */
function by<T>(keys: (value: T) => (string | number)[]) {
	return (one: T, other: T): number => {
		const [ours, theirs] = [keys(one), keys(other)];
		const at = ours.findIndex((key, index) => key !== theirs[index]);
		return at < 0 ? 0 : (ours[at] ?? '') < (theirs[at] ?? '') ? -1 : 1;
	};
}

async function everythingIn({ database }: World) {
	const found = await database.reader.list.findMany({
		include: {
			archivedBy: true,
			members: true,
			groups: { include: { group: { include: { members: true } } } },
			pins: true,
			tokens: true,
			items: { include: { addedBy: true, doneBy: true, addedViaToken: true } }
		}
	});
	return { lists: found };
}

/** Five people, two groups, forty lists shared in every way, and a few tokens. The same seed gives the same household. */
async function randomHousehold(world: World, seed: number): Promise<MemberCaller[]> {
	const people = await Promise.all(
		['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => world.member(name))
	);
	const uids = people.map(({ member }) => member.uid);
	const db = world.database.writer;
	for (const [group, memberUids] of [
		['Kids', uids.slice(2, 4)],
		['Cooks', uids.slice(0, 3)]
	] as const)
		await db.group.create({
			data: {
				uid: `grp_${group}`,
				name: group,
				nameFolded: group.toLowerCase(),
				createdAt: world.now(),
				members: { create: memberUids.map((memberUid) => ({ memberUid })) }
			}
		});
	const drawn = fc.sample(drawnList, { numRuns: 40, seed });
	for (const [index, draw] of drawn.entries()) await keepList(world, people, draw, index);
	const made = await db.list.findMany({ where: { deletedAt: null }, orderBy: { name: 'asc' } });
	const scoped = await world.tokenOf(people[0] ?? failing(), {
		listUids: made
			.filter(({ ownerUid }) => ownerUid === uids[0])
			.slice(0, 3)
			.map(({ uid }) => uid)
	});
	const reading = await world.tokenOf(people[1] ?? failing(), { abilities: { read: true } });
	await world.ask(lists.archiveList, people[0] ?? failing(), {
		listUid: made.find(({ ownerUid }) => ownerUid === uids[0])?.uid ?? '',
		archived: true
	});
	return [...people, scoped.caller, reading.caller];
}

const drawnList = fc.record({
	owner: fc.nat(4),
	sharing: fc.constantFrom('SHARING_PRIVATE', 'SHARING_INSTANCE', 'SHARING_SPECIFIC'),
	sharedEdit: fc.boolean(),
	members: fc.uniqueArray(fc.nat(4), { maxLength: 2 }),
	groups: fc.subarray(['grp_Kids', 'grp_Cooks']),
	pins: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
	fate: fc.constantFrom('kept', 'kept', 'kept', 'archived', 'deleted'),
	items: fc.array(
		fc.record({
			rank: fc.integer({ min: 0, max: 3 }),
			dueOn: fc.constantFrom(
				'',
				'',
				'2026-11-21',
				'2026-11-22',
				'2026-11-23',
				'2026-11-25',
				'2026-11-26'
			),
			doneBy: fc.option(fc.nat(4), { nil: undefined }),
			isDeleted: fc.constantFrom(false, false, false, true),
			addedBy: fc.nat(4)
		}),
		{ maxLength: 7 }
	)
});

type Drawn = typeof drawnList extends fc.Arbitrary<infer Value> ? Value : never;

async function keepList(
	world: World,
	people: Awaited<ReturnType<World['member']>>[],
	draw: Drawn,
	index: number
): Promise<void> {
	const uidOf = (person: number) => people[person]?.member.uid ?? '';
	const owner = people[draw.owner] ?? failing();
	const db = world.database.writer;
	const { uid: listUid } = await world.listOf(
		owner,
		`${index % 2 ? 'list' : 'List'} ${String(index).padStart(2, '0')}`
	);
	if (draw.items.length > 0) {
		const bodies = draw.items.map(({ dueOn }, place) => ({
			label: `item ${place}`,
			quantity: `${place}`,
			dueOn,
			note: 'a "note"\nof\u2028lines'
		}));
		const added = (await world.ask(items.addItems, owner, { listUid, items: bodies })).items;
		for (const [place, item] of draw.items.entries())
			await db.item.update({
				where: { uid: added[place]?.uid ?? '' },
				data: {
					rank: item.rank,
					addedByUid: uidOf(item.addedBy),
					...(item.doneBy === undefined
						? {}
						: { doneAt: world.now(), doneByUid: uidOf(item.doneBy) }),
					...(item.isDeleted ? { deletedAt: world.now() } : {})
				}
			});
	}
	await db.list.update({
		where: { uid: listUid },
		data: {
			sharing: draw.sharing,
			sharedEdit: draw.sharedEdit,
			updatedAt: new Date(world.now().getTime() - (index % 7) * 1000),
			members: { create: draw.members.map((person) => ({ memberUid: uidOf(person) })) },
			groups: { create: draw.groups.map((groupUid) => ({ groupUid })) },
			pins: { create: draw.pins.map((person) => ({ memberUid: uidOf(person) })) },
			...(draw.fate === 'archived'
				? { archivedAt: world.now(), archivedByUid: uidOf(draw.owner) }
				: {}),
			...(draw.fate === 'deleted' ? { deletedAt: world.now() } : {})
		}
	});
}

function failing(): never {
	throw new Error('there is nobody here');
}
