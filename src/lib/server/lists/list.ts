import { z } from 'zod';
import { madeOnce } from '../../client/format/made-once.ts';
import * as m from '../../paraglide/messages.js';
import type { Dialect } from '../data/dialect.ts';
import { sql, type Flag, type Sql } from '../data/sql.ts';
import { may, type MemberCaller } from '../kernel/caller.ts';
import { unitsPerCharacter } from '../kernel/length.ts';
import { component, counts, line, named, says, when, whether } from '../kernel/schema.ts';
import { sharings, type Sharing as KnownSharing } from '../kernel/reach.ts';
import { mayEdit, owns } from '../kernel/may-edit.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

export const Sharing = named(
	sharings,
	'Sharing',
	'Who reaches a list besides its owner: nobody, everyone in the household, or the members and groups it names.',
	() => m.sharing_unknown({ choices: sharings.join(', ') })
);

const sharingsIfTold = [...sharings, 'SHARING_UNSPECIFIED'] as const;

const SharingIfTold = z.enum(sharingsIfTold).meta({
	id: 'SharingIfTold',
	description:
		'Who reaches a list besides its owner; SHARING_UNSPECIFIED for an access token that may not read, unless it has just set it.',
	// Names of its own, because a generated Go package has one constant of each name.
	'x-enum-varnames': sharingsIfTold.map((value) => value.replace('SHARING', 'SHARING_IF_TOLD'))
});

/** A list as pages, REST and assistants show it, for the caller who asked. */
export const List = component('HouseholdList', {
	uid: says('The uid of the list.'),
	name: says('The name of the list.'),
	sharing: SharingIfTold,
	canEdit: whether(
		'Whether you may, with this credential, change what is on the list. The `canEdit` of its sharing says whether the others may.'
	),
	isOwner: whether('Whether you own the list.'),
	isPinned: whether('Whether you have pinned the list; nobody else sees your pin.'),
	addsOnTop: whether('Whether new items go to the top of the list instead of its end.'),
	openCount: counts('The number of items that are not ticked.'),
	doneCount: counts('The number of ticked items.'),
	createdAt: when('The time the list was created.'),
	updatedAt: when('The time the list, or an item on it, last changed.'),
	archivedAt: when('The time the list was archived.'),
	archivedByName: says('The name of the member who archived the list; "" while it is not archived.')
});

export type List = z.infer<typeof List>;

export const Named = component('Named', {
	uid: says('The uid of the member, group or list.'),
	name: says('The name of the member, group or list.')
});

export type Named = z.infer<typeof Named>;

/** The list as a command names it. A caller who may not read is told no name. */
export const namedFor = (caller: MemberCaller, { uid, name }: Named): Named => ({
	uid,
	name: may(caller, 'read') ? name : ''
});

const namedUids = (description: string) => z.array(z.string()).meta({ description });

/** How a list is shared, in the fields that set it, with the names beside the uids. */
export const ListSharing = component('ListSharing', {
	ownerName: says('The name of the list’s owner.'),
	sharing: Sharing,
	canEdit: whether(
		'Whether the others who reach the list may change what is on it, as set together with `sharing`. The `canEdit` of the list itself says whether you may.'
	),
	memberUids: namedUids(
		'The uids of the members that the list names; [] for everyone but its owner.'
	),
	groupUids: namedUids(
		'The uids of the groups that the list names; [] for everyone but its owner.'
	),
	members: z.array(Named).meta({ description: 'The same members, with their names.' }),
	groups: z.array(Named).meta({ description: 'The same groups, with their names.' }),
	isPublic: whether('Whether the list is the public list, which anyone may read.')
});

export type ListSharing = z.infer<typeof ListSharing>;

/** Characters. */
export const maxListNameLength = 200;

export const listName = line(m.field_list_name, { most: maxListNameLength });

/** A name to look for. A text longer than any name can be becomes "", which is no list's name. */
export const anyListName = z
	.string({ error: m.list_name_not_text })
	.overwrite((text) => (text.length <= longestName ? text : ''));

/** In code units. */
const longestName = maxListNameLength * unitsPerCharacter;

/** A list as one row of SQL; counts and flags are numbers there, and timestamps text or dates. */
export type ListRow = {
	uid: string;
	name: string;
	sharing: KnownSharing;
	sharedEdit: Flag;
	addsOnTop: Flag;
	ownerUid: string;
	createdAt: Date | string;
	updatedAt: Date | string;
	archivedAt: Date | string | null;
	archivedByName: string | null;
	isPinned: Flag;
	openCount: bigint | number;
	doneCount: bigint | number;
};

/** The columns of a ListRow but for its counts, to select `FROM "List" l` with `archivedByJoin`. */
export function listColumns(caller: MemberCaller): Sql {
	return sql`l."uid", l."name", l."sharing", l."sharedEdit", l."addsOnTop", l."ownerUid", l."createdAt", l."updatedAt", l."archivedAt",
		archiver."name" AS "archivedByName",
		${isPinned(caller.member.uid)} AS "isPinned"`;
}

/** Whether the member has pinned `"List" l`. */
export const isPinned = (memberUid: string): Sql =>
	sql`EXISTS (SELECT 1 FROM "Pin" p WHERE p."listUid" = l."uid" AND p."memberUid" = ${memberUid})`;

const itemsOfList = sql`FROM "Item" o WHERE o."listUid" = l."uid" AND o."deletedAt" IS NULL`;
const isOpen = sql`o."doneAt" IS NULL`;

/** How many items of `"List" l` are not ticked. */
export const openCount = sql`(SELECT COUNT(*) ${itemsOfList} AND ${isOpen})`;

/** All columns of a ListRow, and the joins that they come from, to select `FROM "List" l`. */
export function countedList(unit: Unit): { columns: Sql; joins: Sql } {
	const { columns, join } = countsOn(unit.dialect);
	return {
		columns: sql`${listColumns(actor(unit))}, ${columns}`,
		joins: sql`${archivedByJoin} ${join}`
	};
}

const countsOn = madeOnce((dialect: Dialect) =>
	dialect.countEach(itemsOfList, { openCount: isOpen, doneCount: sql`o."doneAt" IS NOT NULL` })
);

export const archivedByJoin = sql`LEFT JOIN "Member" archiver ON archiver."uid" = l."archivedByUid"`;

/** A token that may not read learns the list's name, what it may do with it, and the fields `sent`, which it just set. */
export function asList(row: ListRow, caller: MemberCaller, sent: (keyof List)[] = []): List {
	const list = asWholeList(row, caller);
	if (may(caller, 'read')) return list;
	const known = sent.map((field) => [field, list[field]]);
	return { ...list, ...unread, ...Object.fromEntries(known) };
}

const unread = {
	sharing: 'SHARING_UNSPECIFIED' as const,
	isPinned: false,
	addsOnTop: false,
	openCount: 0,
	doneCount: 0,
	createdAt: '',
	updatedAt: '',
	archivedAt: '',
	archivedByName: ''
};

/** The whole list, also for a caller who has just made it, whatever their abilities. */
export function asWholeList(row: ListRow, caller: MemberCaller): List {
	return {
		uid: row.uid,
		name: row.name,
		sharing: row.sharing,
		canEdit: mayEdit(caller, row),
		isOwner: owns(caller, row),
		isPinned: Boolean(row.isPinned),
		addsOnTop: Boolean(row.addsOnTop),
		openCount: Number(row.openCount),
		doneCount: Number(row.doneCount),
		createdAt: timestamp(row.createdAt),
		updatedAt: timestamp(row.updatedAt),
		archivedAt: timestamp(row.archivedAt),
		archivedByName: row.archivedByName ?? ''
	};
}
