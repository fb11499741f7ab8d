// What a caller may be told, derived from the interface contract and the rows in the database, and not from the code.
import { sql } from '../../src/lib/server/data/sql.ts';
import {
	textFields,
	texts,
	type TextField,
	type Texts
} from '../../src/lib/server/items/fields.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import type { World } from '../support/world.ts';
import { namesIn } from './marked-household.ts';

const textColumns = sql.raw(textFields.map((field) => `"${field}"`).join(', '));

export type Rows = Awaited<ReturnType<typeof readRows>>;

type Text = string | null;
type Flag = boolean | number | bigint;
type Moment = Date | string | null;

/** Everything in the household, with one query a table: it is read several times for every draw. */
export async function readRows({ database: { read } }: World) {
	const [instance] = await read.query<{
		name: string;
		publicListUid: Text;
		publicShowNames: Flag;
		publicShowMeta: Flag;
	}>(sql`SELECT "name", "publicListUid", "publicShowNames", "publicShowMeta" FROM "Instance"`);
	return {
		instance,
		members: await read.query<{ uid: string; name: string; email: string; role: string }>(
			sql`SELECT "uid", "name", "email", "role" FROM "Member"`
		),
		sessions: await read.query<{ uid: string; memberUid: string; device: string }>(
			sql`SELECT "uid", "memberUid", "device" FROM "Session" UNION ALL SELECT "uid", "memberUid", '' FROM "Pair"`
		),
		groups: await read.query<{ uid: string; name: string }>(sql`SELECT "uid", "name" FROM "Group"`),
		groupMembers: await read.query<{ groupUid: string; memberUid: string }>(
			sql`SELECT "groupUid", "memberUid" FROM "GroupMember"`
		),
		lists: await read.query<{
			uid: string;
			name: string;
			ownerUid: string;
			sharing: string;
			sharedEdit: Flag;
			deletedAt: Moment;
			archivedAt: Moment;
			deletedViaTokenUid: Text;
		}>(
			sql`SELECT "uid", "name", "ownerUid", "sharing", "sharedEdit", "deletedAt", "archivedAt", "deletedViaTokenUid" FROM "List"`
		),
		listMembers: await read.query<{ listUid: string; memberUid: string }>(
			sql`SELECT "listUid", "memberUid" FROM "ListMember"`
		),
		listGroups: await read.query<{ listUid: string; groupUid: string }>(
			sql`SELECT "listUid", "groupUid" FROM "ListGroup"`
		),
		items: await read.query<
			Texts & {
				uid: string;
				listUid: string;
				addedByUid: Text;
				addedViaTokenUid: Text;
				deletedAt: Moment;
				deletedViaTokenUid: Text;
			}
		>(
			sql`SELECT "uid", "listUid", ${textColumns}, "addedByUid", "addedViaTokenUid", "deletedAt", "deletedViaTokenUid" FROM "Item"`
		),
		sections: await read.query<{ uid: string; listUid: string; name: string }>(
			sql`SELECT "uid", "listUid", "name" FROM "Section"`
		),
		sectionLabels: await read.query<{ listUid: string; label: string }>(
			sql`SELECT "listUid", "label" FROM "SectionLabel"`
		),
		tokens: await read.query<{ uid: string; name: string; memberUid: string }>(
			sql`SELECT "uid", "name", "memberUid" FROM "AccessToken"`
		),
		tokenLists: await read.query<{ tokenUid: string; listUid: string }>(
			sql`SELECT "tokenUid", "listUid" FROM "TokenList"`
		),
		joins: await read.query<{ uid: string; name: string; email: string; message: string }>(
			sql`SELECT "uid", "name", "email", "message" FROM "JoinRequest"`
		),
		resets: await read.query<{ uid: string; memberUid: Text }>(
			sql`SELECT "uid", "memberUid" FROM "ResetRequest"`
		),
		activity: await read.query<{
			uid: string;
			memberUid: string;
			kind: string;
			text: string;
			targetUid: string;
		}>(sql`SELECT "uid", "memberUid", "kind", "text", "targetUid" FROM "Activity"`),
		changes: await read.query<{
			listUid: string;
			itemUid: string;
			viaToken: string;
			viaTokenUid: string;
		}>(sql`SELECT "listUid", "itemUid", "viaToken", "viaTokenUid" FROM "Change"`)
	};
}

type ListRow = Rows['lists'][number];

export function whatIsReached(
	rows: Rows,
	caller: Caller
): { seen: ListRow[]; edited: ListRow[]; trashed: ListRow[] } {
	if (caller.by === 'visitor') return { seen: [], edited: [], trashed: [] };
	const { uid } = caller.member;
	const inGroups = rows.groupMembers.filter(({ memberUid }) => memberUid === uid);
	const given = caller.by === 'token' && !caller.token.allLists ? caller.token.uid : undefined;
	const inScope = ({ uid: listUid }: ListRow) =>
		!given || rows.tokenLists.some((one) => one.tokenUid === given && one.listUid === listUid);
	const isNamed = (list: ListRow) =>
		rows.listMembers.some((one) => one.listUid === list.uid && one.memberUid === uid) ||
		rows.listGroups.some(
			({ listUid, groupUid }) =>
				listUid === list.uid && inGroups.some((group) => group.groupUid === groupUid)
		);
	const isTheirs = (list: ListRow) => list.ownerUid === uid;
	const isShared = (list: ListRow) =>
		list.sharing === 'SHARING_INSTANCE' || (list.sharing === 'SHARING_SPECIFIC' && isNamed(list));
	const all = rows.lists.filter(inScope);
	const seen = all.filter((list) => !list.deletedAt && (isTheirs(list) || isShared(list)));
	return {
		seen,
		edited: seen.filter((list) => isTheirs(list) || list.sharedEdit),
		trashed: all.filter((list) => list.deletedAt && isTheirs(list))
	};
}

/** Every mark and uid that this caller may find in an answer, an event or the text of a tool. */
export function visibleTo(rows: Rows, caller: Caller): Set<string> {
	const told: unknown[] = [rows.instance?.name, publicPart(rows)];
	if (caller.by === 'visitor') return new Set(namesIn(told));
	const me = rows.members.find(({ uid }) => uid === caller.member.uid);
	told.push(
		me?.uid,
		caller.member.name,
		me?.name,
		me?.email,
		caller.by === 'token' && [caller.token.uid, caller.token.name]
	);
	const may = (ability: 'read' | 'write' | 'delete') =>
		caller.by !== 'token' || caller.token.abilities[ability];
	told.push(may('read') ? readPart(rows, caller) : labelsAlone(rows, caller));
	if (caller.by !== 'token') told.push(ownPart(rows, caller));
	if (caller.by === 'session' && caller.member.isAdmin) told.push(adminsPart(rows));
	return new Set(namesIn(told));
}

/** What a token sees that may not read: the names of lists, the labels of items, and the sections. */
function labelsAlone(rows: Rows, caller: Caller): unknown {
	const { seen } = whatIsReached(rows, caller);
	const items = rows.items.filter((item) => !item.deletedAt && isOn(seen, item));
	return [
		seen.map(({ uid, name }) => [uid, name]),
		items.map(({ uid, label }) => [uid, label]),
		sectionsOn(rows, seen)
	];
}

function readPart(rows: Rows, caller: Caller): unknown {
	const { seen, edited, trashed } = whatIsReached(rows, caller);
	const on = rows.items.filter((item) => isOn(seen, item));
	const live = on.filter(({ deletedAt }) => !deletedAt);
	// Who restores a deleted list may restore what was deleted from it before, with the same request.
	const restorable = rows.items.filter(
		(item) => item.deletedAt && isOn([...edited, ...trashed], item)
	);
	const tokenName = (uid: string | null) => rows.tokens.find((token) => token.uid === uid)?.name;
	const changes = rows.changes.filter(({ listUid }) => seen.some(({ uid }) => uid === listUid));
	return [
		sectionsOn(rows, seen),
		// A list remembers where labels stood, of items that have left it as well.
		rows.sectionLabels.filter((remembered) => isOn(edited, remembered)).map(({ label }) => label),
		rows.members.map(({ uid, name, email }) => [uid, name, email]),
		rows.groups.map(({ uid, name }) => [uid, name]),
		[...seen, ...trashed].map(({ uid, name, deletedViaTokenUid }) => [
			uid,
			name,
			tokenName(deletedViaTokenUid)
		]),
		live.map((item) => [
			item.uid,
			textFields.map((field) => item[field]),
			tokenName(item.addedViaTokenUid)
		]),
		restorable.map(({ uid, label, quantity, deletedViaTokenUid }) => [
			uid,
			label,
			quantity,
			tokenName(deletedViaTokenUid)
		]),
		// An event names its item, even after the item has moved to another list.
		changes.map(({ itemUid, viaToken }) => [itemUid, viaToken])
	];
}

/** The caller's own tokens and what these did, their sessions, and their Activity about things that they still reach. */
function ownPart(rows: Rows, caller: Exclude<Caller, { by: 'visitor' }>): unknown {
	const { uid, isAdmin } = caller.member;
	const { seen } = whatIsReached(rows, caller);
	const tokens = rows.tokens.filter((token) => token.memberUid === uid);
	const did = rows.changes.filter(({ viaTokenUid }) =>
		tokens.some((token) => token.uid === viaTokenUid)
	);
	const isTheirs: Record<string, (target: string) => boolean> = {
		ACTIVITY_KIND_LIST_SHARED: (target) => seen.some((list) => list.uid === target),
		ACTIVITY_KIND_CONFLICT: (target) =>
			rows.items.some((item) => item.uid === target && !item.deletedAt && isOn(seen, item)),
		ACTIVITY_KIND_TOKEN_USED: () => true,
		ACTIVITY_KIND_JOIN_REQUEST: () => isAdmin,
		ACTIVITY_KIND_RESET_REQUEST: (target) =>
			isAdmin && rows.resets.some((one) => one.uid === target && one.memberUid)
	};
	const entries = rows.activity.filter(
		({ memberUid, kind, targetUid }) => memberUid === uid && isTheirs[kind]?.(targetUid)
	);
	return [
		tokens.map(({ uid: token, name }) => [token, name]),
		// The caller knows the uids that their own token has used.
		did.map(({ itemUid, listUid }) => [itemUid, listUid]),
		entries.map(({ uid: entry, text, targetUid }) => [entry, text, targetUid]),
		rows.sessions.filter(({ memberUid }) => memberUid === uid).map((one) => [one.uid, one.device])
	];
}

const adminsPart = (rows: Rows): unknown => [
	rows.tokens.map(({ uid, name }) => [uid, name]),
	rows.joins.map(({ uid, name, email, message }) => [uid, name, email, message]),
	rows.resets.filter(({ memberUid }) => memberUid).map(({ uid }) => uid),
	rows.instance?.publicListUid
];

/** What the public page shows. */
function publicPart({ instance, lists, items, members }: Rows): unknown {
	const list = lists.find(({ uid }) => uid === instance?.publicListUid);
	if (!instance || !list || list.deletedAt || list.archivedAt) return '';
	const shown = items.filter((item) => !item.deletedAt && isOn([list], item));
	const nameOf = (uid: string | null) => members.find((member) => member.uid === uid)?.name;
	return [
		list.name,
		shown.map((item) => [
			item.uid,
			textFields.filter((field) => isPublic(field, instance)).map((field) => item[field]),
			instance.publicShowNames && nameOf(item.addedByUid)
		])
	];
}

function isPublic(field: TextField, instance: NonNullable<Rows['instance']>): boolean {
	const rule = texts[field].onPublicList;
	return rule && (rule.under === 'always' || Boolean(instance[rule.under]));
}

const sectionsOn = (rows: Rows, lists: ListRow[]): unknown =>
	rows.sections.filter((section) => isOn(lists, section)).map(({ uid, name }) => [uid, name]);

const isOn = (lists: ListRow[], item: { listUid: string }): boolean =>
	lists.some(({ uid }) => uid === item.listUid);
