// A random household in which every string is unique, so that a search finds every string that is shown to the wrong
// person.
import fc from 'fast-check';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { eachText, texts, type TextField } from '../../src/lib/server/items/fields.ts';
import { hashSecret, newUid } from '../../src/lib/server/kernel/secrets.ts';
import { newRows } from '../support/household.ts';
import type { World } from '../support/world.ts';
import { aHousehold, type Drawn } from './households.ts';

const people = [0, 1, 2, 3];

/** An earlier change by a token: its item, and the list on which that item was then. */
const aDeed = fc.record({
	token: fc.nat(4),
	item: fc.nat(30),
	list: fc.nat(4),
	kind: fc.constantFrom(
		'item.added',
		'item.changed',
		'item.deleted',
		'item.moved',
		'list.changed',
		'pin.changed'
	),
	/** Somebody has changed the same thing later. */
	isOverwritten: fc.boolean()
});

export const aMarkedHousehold = fc.record({
	drawn: aHousehold,
	isVisitor: fc.nat(15).map((number) => number === 0),
	publicList: fc.option(fc.nat(4), { nil: undefined }),
	showNames: fc.boolean(),
	showMeta: fc.boolean(),
	deeds: fc.array(aDeed, { maxLength: 6 }),
	/** Others move an item to another list, and rename it there. */
	moves: fc.array(fc.record({ item: fc.nat(30), list: fc.nat(4) }), { maxLength: 3 }),
	/** Decides which of the household's things each operation is about. */
	seed: fc.nat(1_000_000)
});

export type Marked = typeof aMarkedHousehold extends fc.Arbitrary<infer Value> ? Value : never;

let marks = 0;

/** A unique word. */
export const mark = (): string => `zz${(marks++).toString(36).padStart(6, '0')}`;

/**
 * Every mark and every uid in what somebody is told. A line that begins with a uid is written `\nmem_…` in JSON, where
 * nothing divides the uid from the word before it: what is escaped becomes a space.
 */
export const namesIn = (told: unknown): string[] =>
	JSON.stringify(told ?? '')
		.replace(/\\[nrt]/g, ' ')
		.match(/\bzz[0-9a-z]{6}\b|\b(lst|itm|sec|mem|grp|tok|req|ses|act)_[\w-]{22}/g) ?? [];

export type MarkedHousehold = Awaited<ReturnType<typeof buildMarked>>;

/** Empties the database and writes the household into it, with what its tokens did and its members were told. */
export async function buildMarked(world: World, marked: Marked) {
	const { drawn } = marked;
	await empty(world);
	const now = world.now();
	const rows = newRows(now);
	const members = people.map((number) =>
		rows.member(`Person ${mark()}`, {
			email: `${mark()}@mill.test`,
			role: isAdmin(drawn, number) ? 'ROLE_ADMIN' : 'ROLE_MEMBER'
		})
	);
	const of = (all: string[], number: number) => all[number % all.length] ?? '';
	const groupUids = drawn.groups.map((within) =>
		rows.group(
			`Group ${mark()}`,
			within.map((number) => of(members, number))
		)
	);
	const listUids = drawn.lists.map((list) => {
		const name = `Listing ${mark()}`;
		return rows.list(of(members, list.owner), {
			...{
				name,
				nameWords: name.toLowerCase(),
				sharing: list.sharing,
				sharedEdit: list.sharedEdit
			},
			...{ deletedAt: list.deleted ? now : null, archivedAt: list.archived ? now : null },
			members: list.members.map((number) => of(members, number)),
			groups: list.groups.map((number) => of(groupUids, number))
		});
	});
	const given = (scope: number[] | undefined) =>
		scope && { lists: scope.flatMap((number) => listUids[number] ?? []) };
	const own = rows.token(of(members, drawn.member), {
		...{ name: `Token ${mark()}`, abilities: drawn.abilities, ...given(drawn.scope) }
	});
	const others = drawn.tokens.map(({ member, scope }) =>
		rows.token(of(members, member), { name: `Token ${mark()}`, ...given(scope) })
	);
	const tokenUids = [own, ...others].map(({ uid }) => uid);
	const sectionUids = listUids.map((listUid) =>
		rows.section(listUid, { name: `Section ${mark()}` })
	);
	const itemUids = listUids.flatMap((listUid, number) => {
		const list = drawn.lists[number];
		const thing = (state: object) =>
			rows.item(listUid, { ...aThing(members, tokenUids), ...state });
		return [
			thing({ sectionUid: sectionUids[number] ?? null }),
			...times(list?.ticked ?? 0, () => thing({ doneAt: now, doneByUid: of(members, number) })),
			...times(list?.trashed ?? 0, () =>
				thing({ deletedAt: now, deletedViaTokenUid: of(tokenUids, number) })
			)
		];
	});
	const session = rows.session(of(members, drawn.member), { device: `Browser ${mark()}` });
	for (const uid of members) rows.session(uid, { device: `Browser ${mark()}` });
	const pair = rows.pair(of(members, drawn.member));
	const requestUids = [
		rows.joinRequest({ name: `Guest ${mark()}`, email: `${mark()}@mill.test`, message: mark() }),
		rows.resetRequest(of(members, drawn.member + 1)),
		rows.resetRequest(null)
	];
	await rows.write(world.database);
	const household = { members, groupUids, listUids, sectionUids, itemUids, tokenUids, requestUids };
	await tellOf(world, marked, household);
	return { ...household, caller: await callerOf(world, marked, { session, pair, token: own.uid }) };
}

const isAdmin = (drawn: Drawn, number: number): boolean =>
	number === drawn.member ? drawn.isAdmin : number === 0;

const times = <Made>(count: number, make: () => Made): Made[] =>
	Array.from({ length: count }, make);

/** The columns of an item that a member added through one of the tokens. */
function aThing(members: string[], tokenUids: string[]) {
	const label = `Thing ${mark()}`;
	const note = `Remember ${mark()}`;
	const { label: _label, note: _note, ...otherTexts } = eachText(markOr);
	return {
		...{ label, labelWords: label.toLowerCase(), note, noteWords: note.toLowerCase() },
		...{ ...otherTexts, addedByUid: members[marks % 4] ?? null },
		addedViaTokenUid: tokenUids[marks % tokenUids.length] ?? null
	};
}

/** A mark, or the example of a field that takes no such text, such as a date. */
function markOr(field: TextField): string {
	const text = mark();
	return texts[field].input.safeParse(text).success ? text : texts[field].example;
}

type Named = {
	members: string[];
	listUids: string[];
	itemUids: string[];
	tokenUids: string[];
	requestUids: string[];
};

/** Writes the public page, what the tokens did, and every member's Activity. */
async function tellOf(world: World, marked: Marked, named: Named): Promise<void> {
	const { writer } = world.database;
	const { drawn } = marked;
	const at = world.now();
	const published = marked.publicList === undefined ? undefined : drawn.lists[marked.publicList];
	const isPublic = published && !published.deleted && !published.archived;
	await writer.instance.create({
		data: {
			...{ name: `House ${mark()}`, createdAt: at, publicShowNames: marked.showNames },
			...{
				publicShowMeta: marked.showMeta,
				publicListUid: isPublic ? (named.listUids[marked.publicList ?? 0] ?? null) : null
			}
		}
	});
	const tokens = await writer.accessToken.findMany();
	const items = await writer.item.findMany();
	const lists = await writer.list.findMany();
	const changes = marked.deeds.flatMap((deed) => {
		const token = tokens.find(
			({ uid }) => uid === named.tokenUids[deed.token % named.tokenUids.length]
		);
		const item = items.find(({ uid }) => uid === named.itemUids[deed.item % named.itemUids.length]);
		const listUid = named.listUids[deed.list % named.listUids.length] ?? '';
		const about = { listUid, itemUid: deed.kind.startsWith('item') ? (item?.uid ?? '') : '', at };
		const did = {
			...{
				...about,
				kind: deed.kind,
				byUid: token?.memberUid ?? '',
				was: wasOf(deed.kind, listUid)
			},
			...{ viaToken: token?.name ?? '', viaTokenUid: token?.uid ?? '' }
		};
		const later = { ...about, kind: 'item.changed', byUid: named.members[deed.list % 4] ?? '' };
		return deed.isOverwritten ? [did, later] : [did];
	});
	await writer.change.createMany({ data: changes });
	const two = [0, 1].map((number) => named.members[(drawn.member + number) % 4] ?? '');
	const told = two.flatMap((memberUid) => [
		...lists.map(({ uid, name }) => ({
			memberUid,
			kind: 'ACTIVITY_KIND_LIST_SHARED',
			text: name,
			targetUid: uid
		})),
		...items.map(({ uid, label }) => ({
			memberUid,
			kind: 'ACTIVITY_KIND_CONFLICT',
			text: label,
			targetUid: uid
		})),
		...tokens
			.filter((token) => token.memberUid === memberUid)
			.map(({ uid, name }) => ({
				memberUid,
				kind: 'ACTIVITY_KIND_TOKEN_USED',
				text: name,
				targetUid: uid
			})),
		{
			memberUid,
			kind: 'ACTIVITY_KIND_JOIN_REQUEST',
			text: mark(),
			targetUid: named.requestUids[0] ?? ''
		},
		{
			memberUid,
			kind: 'ACTIVITY_KIND_RESET_REQUEST',
			text: mark(),
			targetUid: named.requestUids[2] ?? ''
		}
	]);
	await writer.activity.createMany({
		data: told.map((entry) => ({ ...entry, uid: newUid('act'), createdAt: at }))
	});
}

/** The values before a token's change, with names that nobody sees any more. */
function wasOf(kind: string, listUid: string): string {
	if (kind === 'item.changed') return JSON.stringify({ label: `Former ${mark()}`, note: mark() });
	if (kind === 'item.moved') return JSON.stringify({ listUid, rank: 7 });
	return kind === 'list.changed' ? JSON.stringify({ name: `Former ${mark()}` }) : '';
}

async function callerOf(
	world: World,
	{ drawn, isVisitor }: Marked,
	by: { session: string; pair: string; token: string }
): Promise<Caller> {
	const from = { address: '192.0.2.1', device: 'a test' };
	if (isVisitor) return { by: 'visitor', from };
	const { reader } = world.database;
	const idHash = hashSecret(by.session);
	const session = await reader.session.findUniqueOrThrow({
		where: { idHash },
		include: { member: true }
	});
	const { uid, name } = session.member;
	const member = { uid, name, isAdmin: drawn.isAdmin, mustChangePassword: false };
	if (drawn.by === 'session') return { by: 'session', sessionUid: session.uid, member, from };
	if (drawn.by === 'pair') {
		const pair = await reader.pair.findFirstOrThrow({ where: { memberUid: uid } });
		return { by: 'pair', pairUid: pair.uid, expiresAt: new Date('2100-01-01'), member, from };
	}
	const token = await reader.accessToken.findUniqueOrThrow({ where: { uid: by.token } });
	const { canRead: read, canWrite: write, canDelete, allLists } = token;
	const abilities = { read, write, delete: canDelete };
	return {
		by: 'token',
		token: { uid: by.token, name: token.name, abilities, allLists, useIsNews: false },
		member,
		from
	};
}

/** Changes by others: items move to other lists under new names, and something that gave the caller access is withdrawn. */
export async function meanwhile(
	world: World,
	marked: Marked,
	household: MarkedHousehold
): Promise<void> {
	const { writer } = world.database;
	const { drawn } = marked;
	const { itemUids, listUids } = household;
	for (const { item, list } of marked.moves) {
		const label = `Secret ${mark()}`;
		await writer.item.update({
			where: { uid: itemUids[item % itemUids.length] ?? '' },
			data: {
				...{
					listUid: listUids[list % listUids.length] ?? '',
					sectionUid: null,
					label,
					labelWords: label.toLowerCase()
				},
				...{ note: mark(), noteWords: '' }
			}
		});
	}
	const uid = listUids[drawn.asked % listUids.length] ?? '';
	const name = `Secret ${mark()}`;
	const changed = { name, nameWords: name.toLowerCase() };
	if (drawn.withdrawn === 'the group')
		await writer.groupMember.deleteMany({ where: { groupUid: household.groupUids[0] ?? '' } });
	if (drawn.withdrawn === 'the share')
		await writer.list.update({ where: { uid }, data: { ...changed, sharing: 'SHARING_PRIVATE' } });
	if (drawn.withdrawn === 'the list')
		await writer.list.update({ where: { uid }, data: { ...changed, deletedAt: world.now() } });
	if (drawn.withdrawn === 'the role')
		await writer.member.update({
			where: { uid: household.members[drawn.member] ?? '' },
			data: { role: 'ROLE_MEMBER' }
		});
}

/** The caller as the next request reads them from the database. */
export function readAnew(caller: Caller, isAdminNow: boolean): Caller {
	if (caller.by === 'visitor') return caller;
	return { ...caller, member: { ...caller.member, isAdmin: isAdminNow } } satisfies MemberCaller;
}

async function empty({ database: { writer } }: World): Promise<void> {
	await writer.$transaction([
		writer.instance.deleteMany(),
		writer.change.deleteMany(),
		writer.item.deleteMany(),
		writer.list.deleteMany(),
		writer.group.deleteMany(),
		writer.member.deleteMany(),
		writer.joinRequest.deleteMany(),
		writer.resetRequest.deleteMany(),
		writer.idempotencyKey.deleteMany(),
		writer.attempt.deleteMany()
	]);
}
