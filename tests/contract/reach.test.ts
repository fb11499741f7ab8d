// Random households against the ten-line model of reach: what the operations show and allow is what the model says.
import fc from 'fast-check';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/domain/caller.ts';
import { items } from '../../src/lib/server/operations/items.ts';
import { groups } from '../../src/lib/server/operations/groups.ts';
import { search } from '../../src/lib/server/operations/search.ts';
import { tokens } from '../../src/lib/server/operations/tokens.ts';
import { trash } from '../../src/lib/server/operations/trash.ts';
import { lists } from '../../src/lib/server/operations/lists.ts';
import { newRows } from '../support/cast.ts';
import { openWorld, providers, type World } from '../support/world.ts';
import { mayChange, reaches, type Ability, type ModelCaller, type ModelList } from './model.ts';

/** `HEARTH_DRAWS=10000` for the long form. */
const draws = (provider: string) =>
	Number(process.env.HEARTH_DRAWS ?? (provider === 'sqlite' ? 500 : 200));

const people = [0, 1, 2, 3];
const groupNumbers = [0, 1];
const some = <Value>(values: Value[]) => fc.subarray(values);

const aList: fc.Arbitrary<ModelList> = fc.record({
	owner: fc.constantFrom(...people),
	sharing: fc.constantFrom(
		'SHARING_PRIVATE',
		'SHARING_INSTANCE',
		'SHARING_SPECIFIC',
		'SHARING_SPECIFIC'
	),
	sharedEdit: fc.boolean(),
	members: some(people),
	groups: some(groupNumbers),
	deleted: fc.nat(4).map((number) => number === 0),
	archived: fc.nat(4).map((number) => number === 0)
});

const aHousehold = fc.record({
	groups: fc.tuple(some(people), some(people)),
	lists: fc.array(aList, { minLength: 1, maxLength: 5 }),
	asked: fc.nat(4),
	member: fc.constantFrom(...people),
	by: fc.constantFrom('session', 'pair', 'token', 'token'),
	abilities: some<Ability>(['read', 'write', 'delete']),
	scope: fc.option(some([0, 1, 2, 3, 4]), { nil: undefined })
});

type Drawn = typeof aHousehold extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(providers)('a random household on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it('shows and allows what the model says', { timeout: 3_600_000 }, async () => {
		await fc.assert(fc.asyncProperty(aHousehold, agrees), {
			numRuns: draws(provider),
			endOnFailure: true
		});
	});

	async function agrees(drawn: Drawn): Promise<void> {
		const { caller, model, listUids, itemUids } = await build(world, drawn);
		const within = (number: number) => reaches(model, drawn.lists[number] ?? nowhere, number);
		const may = (ability: Ability) => model.abilities.includes(ability);
		const reached = listUids.filter((_, number) => within(number));

		const number = drawn.asked % drawn.lists.length;
		const [list = nowhere, listUid = '', itemUid = ''] = [
			drawn.lists[number],
			listUids[number],
			itemUids[number]
		];
		const there = (then: string) => (within(number) ? then : 'missing');
		const edited = !mayChange(model, list) ? 'forbidden' : list.archived ? 'not-yet' : 'done';
		const expected = {
			list: may('read') ? there('done') : 'forbidden',
			item: may('read') ? there('done') : 'forbidden',
			tick: may('write') ? there(edited) : 'forbidden',
			rename: may('write') ? there(list.owner === model.member ? 'done' : 'forbidden') : 'forbidden'
		};
		expect({
			list: await outcome(world.ask(lists.getList, caller, { listUid })),
			item: await outcome(world.ask(items.getItem, caller, { itemUid })),
			tick: await outcome(world.ask(items.tickItem, caller, { itemUid, done: false })),
			rename: await outcome(
				world.ask(lists.renameList, caller, { listUid, name: `Listing ${number}` })
			)
		}).toEqual(expected);
		if (!may('read')) return;
		const active = reached.filter((uid) => !drawn.lists[listUids.indexOf(uid)]?.archived);
		const { lists: shown } = await world.ask(lists.getLists, caller, {
			order: 'LIST_ORDER_UPDATED'
		});
		expect(shown.map(({ uid }) => uid).sort()).toEqual(active.sort());
		for (const { uid, isOwner, canEdit } of shown) {
			const seen = drawn.lists[listUids.indexOf(uid)] ?? nowhere;
			expect({ isOwner, canEdit }).toEqual({
				isOwner: seen.owner === model.member,
				canEdit: may('write') && mayChange(model, seen)
			});
		}
		const { items: dated } = await world.ask(items.getDatedItems, caller, { to: '2026-12-31' });
		expect(dated.map(({ listUid }) => listUid).sort()).toEqual(active.sort());
		await namesOnly(drawn, model, caller, listUids, reached);
		if (may('write')) await movesAsModelled(drawn, model, caller, listUids, itemUids);
	}

	/** Search, the names that groups reach and the trash name what the model lets the caller see, and nothing else. */
	async function namesOnly(
		drawn: Drawn,
		model: ModelCaller,
		caller: MemberCaller,
		listUids: string[],
		reached: string[]
	): Promise<void> {
		const found = async (query: string) =>
			(await world.ask(search.search, caller, { query })).hits.map(({ listUid }) => listUid).sort();
		expect(await found('listing')).toEqual(reached.toSorted());
		expect(await found('milk')).toEqual(reached.toSorted());

		const { groups: shown } = await world.ask(groups.getGroups, caller, {});
		for (const group of groupNumbers) {
			const through = drawn.lists.flatMap((list, number) => {
				const isShared = list.sharing === 'SHARING_SPECIFIC' && list.groups.includes(group);
				return isShared && reaches(model, list, number) ? [`Listing ${number}`] : [];
			});
			const named = shown.find(({ name }) => name.startsWith(`Group${group}`))?.listNames ?? [];
			expect(named.toSorted()).toEqual(through.toSorted());
		}

		const { candidates } = await world.ask(lists.findLists, caller, { name: 'Unicorns' });
		expect(candidates.map(({ uid }) => uid).sort()).toEqual(reached.toSorted());
		for (const [number, uid] of listUids.entries()) {
			const { found } = await world.ask(lists.findLists, caller, { name: `Listing ${number}` });
			expect(found.map((list) => list.uid)).toEqual(reached.includes(uid) ? [uid] : []);
		}
		const { lists: told } = await world.ask(tokens.getReach, caller, {});
		expect(told.map(({ uid }) => uid).sort()).toEqual(
			reached.filter((uid) => !drawn.lists[listUids.indexOf(uid)]?.archived).sort()
		);

		const { entries } = await world.ask(trash.getTrash, caller, {});
		const restorable = listUids.filter((_, number) => {
			const list = drawn.lists[number] ?? nowhere;
			const inScope = !model.scope || model.scope.includes(number);
			return list.deleted && list.owner === model.member && inScope;
		});
		expect(entries.map(({ uid }) => uid).sort()).toEqual(restorable.toSorted());
	}

	/** A move asks about both lists; the first that stands in the way decides. */
	async function movesAsModelled(
		drawn: Drawn,
		model: ModelCaller,
		caller: MemberCaller,
		listUids: string[],
		itemUids: string[]
	): Promise<void> {
		const from = drawn.asked % drawn.lists.length;
		const to = (from + 1) % drawn.lists.length;
		if (from === to) return;
		const opens = (number: number): string => {
			const list = drawn.lists[number] ?? nowhere;
			if (!reaches(model, list, number)) return 'missing';
			if (!mayChange(model, list)) return 'forbidden';
			return list.archived ? 'not-yet' : 'done';
		};
		const expected = [from, to].map(opens).find((answer) => answer !== 'done') ?? 'done';
		const input = { itemUid: itemUids[from] ?? '', toListUid: listUids[to] ?? '' };
		expect(await outcome(world.ask(items.moveItem, caller, input))).toBe(expected);
	}
});

const nowhere: ModelList = {
	owner: -1,
	sharing: 'SHARING_PRIVATE',
	sharedEdit: false,
	members: [],
	groups: [],
	deleted: true,
	archived: false
};

/** The household alone in the database, and who asks. */
async function build(world: World, drawn: Drawn) {
	const { writer } = world.database;
	await writer.$transaction([writer.group.deleteMany(), writer.member.deleteMany()]);
	const rows = newRows(world.now());
	const members = people.map((number) => rows.member(`Person${number}`));
	const uidOf = (number: number) => members[number] ?? '';
	const groupUids = drawn.groups.map((within, number) =>
		rows.group(`Group${number}`, within.map(uidOf))
	);
	const listUids = drawn.lists.map((list, number) =>
		rows.list(uidOf(list.owner), {
			name: `Listing ${number}`,
			nameWords: `listing ${number}`,
			sharing: list.sharing,
			sharedEdit: list.sharedEdit,
			members: list.members.map(uidOf),
			groups: list.groups.map((group) => groupUids[group] ?? ''),
			deletedAt: list.deleted ? world.now() : null,
			archivedAt: list.archived ? world.now() : null
		})
	);
	const itemUids = listUids.map((listUid) =>
		rows.item(listUid, { label: 'Milk', labelWords: 'milk', dueOn: '2026-11-22' })
	);
	const scope = drawn.scope?.filter((number) => number < listUids.length);
	const byToken = drawn.by === 'token';
	const token = rows.token(uidOf(drawn.member), {
		abilities: drawn.abilities,
		...(scope ? { lists: scope.map((number) => listUids[number] ?? '') } : {})
	});
	await rows.write(world.database);
	const model: ModelCaller = {
		member: drawn.member,
		groups: groupNumbers.filter((number) => drawn.groups[number]?.includes(drawn.member)),
		abilities: byToken ? drawn.abilities : ['read', 'write', 'delete'],
		scope: byToken ? scope : undefined
	};
	return {
		model,
		listUids,
		itemUids,
		caller: callerFor(drawn, uidOf(drawn.member), token.uid, scope)
	};
}

function callerFor(
	drawn: Drawn,
	uid: string,
	tokenUid: string,
	scope: number[] | undefined
): MemberCaller {
	const member = { uid, name: 'Person', isAdmin: false, mustChangePassword: false };
	const from = { address: '192.0.2.1', device: 'a test' };
	if (drawn.by === 'session') return { by: 'session', sessionUid: 'ses_none', member, from };
	if (drawn.by === 'pair')
		return { by: 'pair', pairUid: 'fam_none', expiresAt: new Date('2100-01-01'), member, from };
	const has = (ability: Ability) => drawn.abilities.includes(ability);
	const abilities = { read: has('read'), write: has('write'), delete: has('delete') };
	return {
		by: 'token',
		token: {
			uid: tokenUid,
			name: 'tablet',
			abilities,
			allLists: scope === undefined,
			useIsNews: false
		},
		member,
		from
	};
}

async function outcome(asked: Promise<unknown>): Promise<unknown> {
	return asked.then(
		() => 'done',
		(error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : error)
	);
}
