// Random households: what is drawn, the caller as the model sees them, and the same household as rows of a database.
import fc from 'fast-check';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { newRows, type Rows } from '../support/household.ts';
import type { World } from '../support/world.ts';
import type { Ability, ModelCaller, ModelList } from './model.ts';

const people = [0, 1, 2, 3];
export const groupNumbers = [0, 1];
const some = <Value>(values: Value[]) => fc.subarray(values);
const seldom = fc.nat(4).map((number) => number === 0);

const aList = fc.record({
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
	deleted: seldom,
	archived: seldom,
	/** Ticked items, besides the one open item that every list has. */
	ticked: fc.nat(2),
	trashed: fc.nat(1)
});

const aScope = fc.option(some([0, 1, 2, 3, 4]), { nil: undefined });

export const aHousehold = fc.record({
	groups: fc.tuple(some(people), some(people)),
	lists: fc.array(aList, { minLength: 1, maxLength: 5 }),
	tokens: fc.array(fc.record({ member: fc.constantFrom(...people), scope: aScope }), {
		maxLength: 3
	}),
	asked: fc.nat(4),
	member: fc.constantFrom(...people),
	isAdmin: fc.boolean(),
	by: fc.constantFrom('session', 'pair', 'token', 'token'),
	abilities: some<Ability>(['read', 'write', 'delete']),
	scope: aScope,
	withdrawn: fc.constantFrom('the share', 'the group', 'the role', 'the list')
});

export type Drawn = typeof aHousehold extends fc.Arbitrary<infer Value> ? Value : never;
type DrawnList = Drawn['lists'][number];

const nowhere: DrawnList = {
	owner: -1,
	sharing: 'SHARING_PRIVATE',
	sharedEdit: false,
	members: [],
	groups: [],
	deleted: true,
	archived: false,
	ticked: 0,
	trashed: 0
};

/** The caller, as the model sees them. A token's scope keeps only lists that exist. */
export function modelOf({ member, groups, by, abilities, scope, lists }: Drawn): ModelCaller {
	const byToken = by === 'token';
	return {
		...modelMember(member, groups),
		abilities: byToken ? abilities : ['read', 'write', 'delete'],
		scope: byToken ? scope?.filter((number) => number < lists.length) : undefined
	};
}

/** A member whose access no token limits. */
export const modelMember = (member: number, groups: Drawn['groups']): ModelCaller => ({
	member,
	groups: groupNumbers.filter((number) => groups[number]?.includes(member)),
	abilities: ['read', 'write', 'delete'],
	scope: undefined
});

export type Household = Awaited<ReturnType<typeof build>>;

/** Empties the database and writes the household into it. */
export async function build(world: World, drawn: Drawn) {
	const { writer } = world.database;
	await writer.$transaction([
		writer.group.deleteMany(),
		writer.member.deleteMany(),
		writer.joinRequest.deleteMany(),
		writer.resetRequest.deleteMany()
	]);
	const rows = newRows(world.now());
	const members = people.map((number) =>
		rows.member(`Person${number}`, {
			role: number === drawn.member && drawn.isAdmin ? 'ROLE_ADMIN' : 'ROLE_MEMBER'
		})
	);
	const uidOf = (number: number) => members[number] ?? '';
	// The caller's role is drawn at random, so another member, always an admin, manages the groups.
	const wardenUid = rows.member('Warden', { role: 'ROLE_ADMIN' });
	for (const uid of [...members, wardenUid]) {
		rows.session(uid, { uid: sessionUidOf(uid) });
		rows.pair(uid, pairUidOf(uid));
	}
	const groupUids = drawn.groups.map((within, number) =>
		rows.group(`Group${number}`, within.map(uidOf))
	);
	const lists = drawn.lists.map((list, number) =>
		withItems(rows, world.now(), list, {
			number,
			ownerUid: uidOf(list.owner),
			members: list.members.map(uidOf),
			groups: list.groups.map((group) => groupUids[group] ?? '')
		})
	);
	const listUids = lists.map(({ listUid }) => listUid);
	const given = (scope: number[] | undefined) =>
		scope && { lists: scope.flatMap((number) => listUids[number] ?? []) };
	drawn.tokens.forEach(({ member, scope }, number) =>
		rows.token(uidOf(member), { name: `Token ${number}`, ...given(scope) })
	);
	const token = rows.token(uidOf(drawn.member), {
		name: 'Own token',
		abilities: drawn.abilities,
		...given(drawn.scope)
	});
	const told = tell(rows, world.now(), uidOf(drawn.member), lists, {
		join: rows.joinRequest(),
		reset: rows.resetRequest(uidOf(drawn.member)),
		strangers: rows.resetRequest(null),
		token: token.uid
	});
	await rows.write(world.database);
	return {
		listUids,
		itemUids: lists.map(({ itemUid }) => itemUid),
		trashedUids: lists.map(({ trashedUids }) => trashedUids),
		groupUids,
		told,
		caller: callerFor(drawn, uidOf(drawn.member), token.uid),
		/** The caller of any member, with a browser session. */
		session: (number: number) => sessionOf(uidOf(number), false),
		/** An admin with a browser session, who is none of the drawn members. */
		warden: sessionOf(wardenUid, true)
	};
}

const sessionOf = (uid: string, isAdmin: boolean): MemberCaller => ({
	by: 'session',
	sessionUid: sessionUidOf(uid),
	member: { uid, name: 'Person', isAdmin, mustChangePassword: false },
	from
});

const pairUidOf = (memberUid: string): string => `fam_of_${memberUid}`;
const sessionUidOf = (memberUid: string): string => `ses_of_${memberUid}`;

type Place = { number: number; ownerUid: string; members: string[]; groups: string[] };

function withItems(rows: Rows, now: Date, list: DrawnList, { number, ownerUid, ...shared }: Place) {
	const listUid = rows.list(ownerUid, {
		...shared,
		name: `Listing ${number}`,
		nameWords: `listing ${number}`,
		sharing: list.sharing,
		sharedEdit: list.sharedEdit,
		deletedAt: list.deleted ? now : null,
		archivedAt: list.archived ? now : null
	});
	const dueOn = '2026-11-22';
	const several = (count: number, given: Parameters<Rows['item']>[1]) =>
		Array.from({ length: count }, () => rows.item(listUid, { dueOn, ...given }));
	several(list.ticked, { label: 'Eggs', labelWords: 'eggs', doneAt: now });
	return {
		listUid,
		itemUid: rows.item(listUid, { label: 'Milk', labelWords: 'milk', dueOn }),
		trashedUids: several(list.trashed, { label: 'Milk', labelWords: 'milk', deletedAt: now })
	};
}

type Told = { of: 'list' | 'conflict' | 'join' | 'reset' | 'stranger' | 'token' } & {
	list: number;
	targetUid: string;
	unread: boolean;
};

type Others = { join: string; reset: string; strangers: string; token: string };

/** Everything that a member may have been told under Activity, one entry a second. Tests ask which entries still show. */
function tell(
	rows: Rows,
	now: Date,
	memberUid: string,
	lists: { listUid: string; itemUid: string }[],
	others: Others
): Told[] {
	const all: Omit<Told, 'unread'>[] = [
		...lists.flatMap(({ listUid, itemUid }, list) => [
			{ of: 'list' as const, list, targetUid: listUid },
			{ of: 'conflict' as const, list, targetUid: itemUid }
		]),
		{ of: 'join', list: -1, targetUid: others.join },
		{ of: 'reset', list: -1, targetUid: others.reset },
		{ of: 'stranger', list: -1, targetUid: others.strangers },
		{ of: 'token', list: -1, targetUid: others.token }
	];
	return all.map((told, number) => {
		const unread = number % 3 > 0;
		rows.activity(memberUid, {
			kind: kinds[told.of],
			text: told.list < 0 ? told.of : `Listing ${told.list}`,
			targetUid: told.targetUid,
			createdAt: new Date(now.getTime() + number * 1000),
			readAt: unread ? null : now
		});
		return { ...told, unread };
	});
}

const kinds = {
	list: 'ACTIVITY_KIND_LIST_SHARED',
	conflict: 'ACTIVITY_KIND_CONFLICT',
	join: 'ACTIVITY_KIND_JOIN_REQUEST',
	reset: 'ACTIVITY_KIND_RESET_REQUEST',
	stranger: 'ACTIVITY_KIND_RESET_REQUEST',
	token: 'ACTIVITY_KIND_TOKEN_USED'
};

const from = { address: '192.0.2.1', device: 'a test' };

function callerFor(
	{ by, isAdmin, abilities: given, scope }: Drawn,
	uid: string,
	tokenUid: string
): MemberCaller {
	const member = { uid, name: 'Person', isAdmin, mustChangePassword: false };
	if (by === 'session') return { by: 'session', sessionUid: sessionUidOf(uid), member, from };
	if (by === 'pair')
		return { by: 'pair', pairUid: pairUidOf(uid), expiresAt: new Date('2100-01-01'), member, from };
	const has = (ability: Ability) => given.includes(ability);
	const abilities = { read: has('read'), write: has('write'), delete: has('delete') };
	const allLists = scope === undefined;
	const token = { uid: tokenUid, name: 'tablet', abilities, allLists, useIsNews: false };
	return { by: 'token', token, member, from };
}

/** The list as the model knows it. */
export const listOf = (drawn: Drawn, number: number): ModelList & DrawnList =>
	drawn.lists[number] ?? nowhere;
