// Random households against the ten-line model of reach: the operations show and allow what the model says.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { sidebar } from '../../src/lib/server/sidebar/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { isLong, note } from '../support/figures.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';
import {
	aHousehold,
	build,
	groupNumbers,
	listOf,
	modelMember,
	modelOf,
	type Drawn,
	type Household
} from './households.ts';
import { mayChange, reaches, type Ability } from './model.ts';

const draws = (provider: string) => (isLong ? 10_000 : provider === 'sqlite' ? 300 : 150);

describe.each(providers)('a random household on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it('shows and allows what the model says', { timeout: 3_600_000 }, async () => {
		await fc.assert(fc.asyncProperty(aHousehold, agrees), {
			numRuns: draws(provider),
			endOnFailure: true
		});
		note(`reach on ${provider}`, { draws: draws(provider), differences: 0 });
	});

	async function agrees(drawn: Drawn): Promise<void> {
		const household = await build(world, drawn);
		await opensAsModelled(drawn, household);
		const mayRead = modelOf(drawn).abilities.includes('read');
		if (mayRead) await namesOnly(drawn, household);
		const after = await withdraw(drawn, household);
		if (mayRead) await namesOnly(after, withRole(after, household));
		if (modelOf(drawn).abilities.includes('write')) await movesAsModelled(after, household);
	}

	/** Checks the operations on one list and its item, by their uids. */
	async function opensAsModelled(drawn: Drawn, household: Household): Promise<void> {
		const { caller, listUids, itemUids } = household;
		const model = modelOf(drawn);
		const number = drawn.asked % drawn.lists.length;
		const list = listOf(drawn, number);
		const [listUid = '', itemUid = ''] = [listUids[number], itemUids[number]];
		const may = (ability: Ability) => model.abilities.includes(ability);
		const there = (then: string) => (reaches(model, list, number) ? then : 'missing');
		const edited = !mayChange(model, list) ? 'forbidden' : list.archived ? 'not-yet' : 'done';
		expect({
			list: await outcome(world.ask(lists.getList, caller, { listUid })),
			item: await outcome(world.ask(items.getItem, caller, { itemUid })),
			tick: await outcome(world.ask(items.tickItem, caller, { itemUid, done: false })),
			rename: await outcome(
				world.ask(lists.renameList, caller, { listUid, name: `Listing ${number}` })
			)
		}).toEqual({
			list: may('read') ? there('done') : 'forbidden',
			item: may('read') ? there('done') : 'forbidden',
			tick: may('write') ? there(edited) : 'forbidden',
			rename: may('write') ? there(list.owner === model.member ? 'done' : 'forbidden') : 'forbidden'
		});
	}

	/** Checks that each query over many lists names exactly what the model lets the caller see. */
	async function namesOnly(drawn: Drawn, household: Household): Promise<void> {
		const model = modelOf(drawn);
		const { caller, listUids, trashedUids } = household;
		const reached = listUids.filter((_, number) => reaches(model, listOf(drawn, number), number));
		const numberOf = (uid: string) => listUids.indexOf(uid);
		const active = reached.filter((uid) => !listOf(drawn, numberOf(uid)).archived);

		const { lists: shown } = await world.ask(lists.getLists, caller, {
			order: 'LIST_ORDER_UPDATED'
		});
		expect(shown.map(({ uid }) => uid).sort()).toEqual(active.toSorted());
		for (const { uid, isOwner, canEdit, openCount, doneCount } of shown) {
			const seen = listOf(drawn, numberOf(uid));
			expect({ isOwner, canEdit, openCount, doneCount }).toEqual({
				isOwner: seen.owner === model.member,
				canEdit: model.abilities.includes('write') && mayChange(model, seen),
				openCount: 1,
				doneCount: seen.ticked
			});
		}
		const { items: dated } = await world.ask(items.getDatedItems, caller, { to: '2026-12-31' });
		expect(dated.map(({ listUid }) => listUid).sort()).toEqual(active.toSorted());

		const found = async (query: string) =>
			(await world.ask(search.search, caller, { query })).hits.map(({ listUid }) => listUid).sort();
		expect(await found('listing')).toEqual(reached.toSorted());
		expect(await found('milk')).toEqual(reached.toSorted());

		const { candidates } = await world.ask(lists.findLists, caller, { name: 'Unicorns' });
		expect(candidates.map(({ uid }) => uid).sort()).toEqual(reached.toSorted());
		for (const [number, uid] of listUids.entries()) {
			const { found } = await world.ask(lists.findLists, caller, { name: `Listing ${number}` });
			expect(found.map((list) => list.uid)).toEqual(reached.includes(uid) ? [uid] : []);
		}
		const { lists: told } = await world.ask(tokens.getReach, caller, {});
		expect(told.map(({ uid }) => uid).sort()).toEqual(reached.toSorted());

		const { entries } = await world.ask(trash.getTrash, caller, {});
		const restorable = drawn.lists.flatMap((list, number) => {
			const inScope = !model.scope || model.scope.includes(number);
			const ownDeleted = list.deleted && list.owner === model.member && inScope;
			const editable = reaches(model, list, number) && mayChange(model, list);
			return [
				...(ownDeleted ? [listUids[number]] : []),
				...(editable ? (trashedUids[number] ?? []) : [])
			];
		});
		expect(entries.map(({ uid }) => uid).sort()).toEqual(restorable.toSorted());
		await groupsNameOnly(drawn, household);
		if (caller.by === 'token') return;
		await tokensNameOnly(drawn, household);
		await activityNamesOnly(drawn, household, active);
	}

	async function groupsNameOnly(drawn: Drawn, { caller }: Household): Promise<void> {
		const model = modelOf(drawn);
		const { groups: shown } = await world.ask(groups.getGroups, caller, {});
		const expected = groupNumbers.map((group) =>
			drawn.lists.flatMap((list, number) => {
				const isShared = list.sharing === 'SHARING_SPECIFIC' && list.groups.includes(group);
				return isShared && reaches(model, list, number) ? [`Listing ${number}`] : [];
			})
		);
		expect(shown.map(({ listNames }) => listNames)).toEqual(expected);
	}

	/** A list in a token's scope is named only to callers who reach it, and only while the token's member reaches it. */
	async function tokensNameOnly(drawn: Drawn, { caller }: Household): Promise<void> {
		const model = modelOf(drawn);
		const own = { member: drawn.member, scope: drawn.scope, name: 'Own token' };
		const all = [
			own,
			...drawn.tokens.map((token, number) => ({ ...token, name: `Token ${number}` }))
		];
		const named = all.map(({ member, scope, name }) => {
			const holder = modelMember(member, drawn.groups);
			const listNames = drawn.lists.flatMap((list, number) => {
				const isSaid = reaches(model, list, number) && reaches(holder, list, number);
				return scope?.includes(number) && isSaid ? [`Listing ${number}`] : [];
			});
			return { member, name, listNames };
		});
		const expectNames = async (wanted: typeof named, input: { all?: boolean }) => {
			const { tokens: shown } = await world.ask(tokens.getAccessTokens, caller, input);
			const seen = shown.map(({ name, listNames }) => [name, ...listNames]).sort();
			expect(seen).toEqual(wanted.map(({ name, listNames }) => [name, ...listNames]).sort());
		};
		await expectNames(
			named.filter(({ member }) => member === drawn.member),
			{}
		);
		if (caller.by === 'session' && caller.member.isAdmin) return expectNames(named, { all: true });
		const asked = world.ask(tokens.getAccessTokens, caller, { all: true });
		expect(await outcome(asked)).toBe('forbidden');
	}

	/** Checks the Activity and the sidebar. */
	async function activityNamesOnly(
		drawn: Drawn,
		{ caller, told }: Household,
		active: string[]
	): Promise<void> {
		const model = modelOf(drawn);
		const isTheirs = {
			list: (number: number) => reaches(model, listOf(drawn, number), number),
			conflict: (number: number) => reaches(model, listOf(drawn, number), number),
			join: () => drawn.isAdmin,
			reset: () => drawn.isAdmin,
			stranger: () => false,
			token: () => true
		};
		const theirs = told.filter(({ of, list }) => isTheirs[of](list)).toReversed();
		const seen = await world.ask(activity.getActivity, caller, {});
		expect(
			seen.activity.map(({ text, targetUid, unread }) => ({ text, targetUid, unread }))
		).toEqual(
			theirs.map(({ of, list, targetUid, unread }) => ({
				text: list < 0 ? of : `Listing ${list}`,
				targetUid,
				unread
			}))
		);
		const unreadCount = theirs.filter(({ unread }) => unread).length;
		expect(seen.unreadCount).toBe(unreadCount);
		const beside = await world.ask(sidebar.getSidebar, caller, { today: '2026-12-31' });
		expect(beside.unreadCount).toBe(unreadCount);
		expect(beside.todayCount).toBe(active.length);
		const links = [beside.pinned, beside.mine, beside.shared].flat();
		expect(links.map(({ uid }) => uid).sort()).toEqual(active.toSorted());
	}

	/** Withdraws something that gave access. Returns the household as it is afterwards. */
	async function withdraw(drawn: Drawn, household: Household): Promise<Drawn> {
		const number = drawn.asked % drawn.lists.length;
		const list = listOf(drawn, number);
		const listUid = household.listUids[number] ?? '';
		const owner = household.session(list.owner);
		const instead = (changed: Partial<typeof list>) => ({
			...drawn,
			lists: drawn.lists.with(number, { ...list, ...changed })
		});
		if (drawn.withdrawn === 'the role') {
			await world.database.writer.member.update({
				where: { uid: household.caller.member.uid },
				data: { role: 'ROLE_MEMBER' }
			});
			return { ...drawn, isAdmin: false };
		}
		if (drawn.withdrawn === 'the group') {
			const [groupUid = ''] = household.groupUids;
			await world.ask(groups.setGroupMembers, household.warden, { groupUid, memberUids: [] });
			return { ...drawn, groups: [[], drawn.groups[1]] };
		}
		if (list.deleted) return drawn;
		if (drawn.withdrawn === 'the list') {
			await world.ask(lists.deleteList, owner, { listUid });
			return instead({ deleted: true });
		}
		await world.ask(lists.shareList, owner, { listUid, sharing: 'SHARING_PRIVATE' });
		return instead({ sharing: 'SHARING_PRIVATE' });
	}

	/** A move checks both lists. The first refusal decides. */
	async function movesAsModelled(drawn: Drawn, household: Household): Promise<void> {
		const { caller, listUids, itemUids } = household;
		const model = modelOf(drawn);
		const from = drawn.asked % drawn.lists.length;
		const to = (from + 1) % drawn.lists.length;
		if (from === to) return;
		const opens = (number: number): string => {
			const list = listOf(drawn, number);
			if (!reaches(model, list, number)) return 'missing';
			if (!mayChange(model, list)) return 'forbidden';
			return list.archived ? 'not-yet' : 'done';
		};
		const expected = [from, to].map(opens).find((answer) => answer !== 'done') ?? 'done';
		const input = { itemUid: itemUids[from] ?? '', toListUid: listUids[to] ?? '' };
		expect(await outcome(world.ask(items.moveItem, caller, input))).toBe(expected);
	}
});

/** The caller with the drawn role, since every request reads the role anew. */
const withRole = ({ isAdmin }: Drawn, { caller, ...household }: Household): Household => ({
	...household,
	caller: { ...caller, member: { ...caller.member, isAdmin } }
});
