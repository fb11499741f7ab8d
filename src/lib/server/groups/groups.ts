import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import type { Reader } from '../data/reader.ts';
import { newUid } from '../kernel/secrets.ts';
import { alreadyExists, missing } from '../kernel/errors.ts';
import { component, line, says } from '../kernel/schema.ts';
import { lockHousehold, lockListsOfGroup } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { Member } from '../kernel/member.ts';
import { asMember, type MemberRow } from '../kernel/member-row.ts';
import { presentAmong } from '../kernel/present-members.ts';
import { byName } from '../kernel/by-name.ts';
import { inReach } from '../kernel/reach.ts';
import { fold } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

export const Group = component('Group', {
	uid: says('The uid of the group.'),
	name: says('The name of the group.'),
	members: z.array(Member),
	listNames: z.array(z.string()).meta({
		description: 'The names of the lists that are shared with the group and that you reach too.'
	})
});

export type Group = z.infer<typeof Group>;

export const groupName = line(m.field_group_name, { most: 100 });

/** Every group with its members, by name; of the lists shared with it only those the caller may see. */
export async function getGroups(unit: Unit): Promise<{ groups: Group[] }> {
	const rows = await unit.db.group.findMany({
		include: withMembers,
		orderBy: [{ nameFolded: 'asc' }, { uid: 'asc' }]
	});
	const names = await listNamesByGroup(unit);
	return { groups: rows.map((row) => asGroup(row, names.get(row.uid) ?? [])) };
}

export async function createGroup(
	unit: Unit,
	{ name, memberUids }: { name: string; memberUids: string[] }
): Promise<{ group: Group }> {
	await lockHousehold(unit);
	await refuseTakenName(unit, name);
	const uid = newUid('grp');
	await unit.db.group.create({ data: { uid, name, nameFolded: fold(name), createdAt: unit.now } });
	await insertMembers(unit, uid, memberUids);
	return recordAndAnswer(unit, uid);
}

export async function renameGroup(
	unit: Unit,
	{ groupUid, name }: { groupUid: string; name: string }
): Promise<{ group: Group }> {
	await lockHousehold(unit);
	await loadGroup(unit, groupUid);
	await refuseTakenName(unit, name, groupUid);
	await unit.db.group.update({ where: { uid: groupUid }, data: { name, nameFolded: fold(name) } });
	return recordAndAnswer(unit, groupUid);
}

/** Replaces the members. Who is left out loses the lists reached through the group, and nothing else. */
export async function setGroupMembers(
	unit: Unit,
	{ groupUid, memberUids }: { groupUid: string; memberUids: string[] }
): Promise<{ group: Group }> {
	await lockHousehold(unit);
	await loadGroup(unit, groupUid);
	await lockListsOfGroup(unit, groupUid);
	await unit.db.groupMember.deleteMany({ where: { groupUid } });
	await insertMembers(unit, groupUid, memberUids);
	return recordAndAnswer(unit, groupUid);
}

export async function deleteGroup(unit: Unit, { groupUid }: { groupUid: string }): Promise<void> {
	await lockHousehold(unit);
	await lockListsOfGroup(unit, groupUid);
	const { count } = await unit.db.group.deleteMany({ where: { uid: groupUid } });
	if (count === 0) throw missing('group');
	unit.record({ kind: 'groups.changed' });
}

/** Which of these groups exist. */
export async function groupsAmong(read: Reader, uids: string[]): Promise<string[]> {
	if (uids.length === 0) return [];
	const rows = await read.query<{ uid: string }>(
		sql`SELECT "uid" FROM "Group" WHERE "uid" IN (${sql.join(uids)})`
	);
	return rows.map(({ uid }) => uid);
}

async function recordAndAnswer(unit: Unit, uid: string): Promise<{ group: Group }> {
	unit.record({ kind: 'groups.changed' });
	const names = await listNamesByGroup(unit);
	return { group: asGroup(await loadGroup(unit, uid), names.get(uid) ?? []) };
}

async function loadGroup(unit: Unit, uid: string): Promise<GroupRow> {
	const row = await unit.db.group.findUnique({ where: { uid }, include: withMembers });
	if (!row) throw missing('group');
	return row;
}

async function insertMembers(unit: Unit, groupUid: string, memberUids: string[]): Promise<void> {
	const wanted = [...new Set(memberUids)];
	if ((await presentAmong(unit.read, wanted)).length < wanted.length) throw missing('member');
	await unit.db.groupMember.createMany({
		data: wanted.map((memberUid) => ({ groupUid, memberUid }))
	});
}

async function refuseTakenName(unit: Unit, name: string, butOf = ''): Promise<void> {
	const taken = await unit.db.group.findFirst({
		where: { nameFolded: fold(name), uid: { not: butOf } },
		select: { uid: true }
	});
	if (taken) throw alreadyExists(m.group_name_taken(), 'name');
}

async function listNamesByGroup(unit: Unit): Promise<Map<string, string[]>> {
	const rows = await unit.read.query<{ groupUid: string; name: string }>(sql`
		SELECT shared."groupUid", l."name" FROM "ListGroup" shared JOIN "List" l ON l."uid" = shared."listUid"
		WHERE l."sharing" = 'SHARING_SPECIFIC' AND ${inReach(actor(unit))} ORDER BY l."nameWords" ${unit.dialect.byCodePoint}, l."uid"`);
	const byGroup = Map.groupBy(rows, (row) => row.groupUid);
	return new Map([...byGroup].map(([uid, lists]) => [uid, lists.map(({ name }) => name)]));
}

const withMembers = { members: { include: { member: true } } } as const;

type GroupRow = { uid: string; name: string; members: { member: MemberRow }[] };

function asGroup(row: GroupRow, listNames: string[]): Group {
	return {
		uid: row.uid,
		name: row.name,
		members: byName(row.members.map(({ member }) => member)).map(asMember),
		listNames
	};
}
