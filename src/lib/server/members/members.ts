import * as m from '../../paraglide/messages.js';
import { getGroups, type Group } from '../groups/groups.ts';
import { newUid } from '../kernel/secrets.ts';
import { alreadyExists, missing, notYet } from '../kernel/errors.ts';
import { holdHousehold, lockHousehold, lockListsOfMember } from '../data/locks.ts';
import { endTokens } from '../kernel/end-tokens.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { fold, timestamp } from '../kernel/text.ts';
import { endSessionsOf, startSessionFor } from '../sessions/sessions.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asMember, byName, type Member, type Role } from '../kernel/member.ts';
import { refuseLookAlike } from './look-alike.ts';

/** Everyone in the household, by name. */
export async function getMembers(unit: Unit): Promise<{ members: Member[] }> {
	return { members: byName(await unit.db.member.findMany({ where: present })).map(asMember) };
}

/** Everyone in the household, and the groups they are in. */
export async function getPeople(unit: Unit): Promise<{ members: Member[]; groups: Group[] }> {
	return { ...(await getMembers(unit)), ...(await getGroups(unit)) };
}

export type NewMember = { name: string; email: string; role?: Role | undefined };

/** Adds a member, with a temporary password for the admin to pass on. */
export async function addMember(
	unit: Unit,
	person: NewMember,
	{ words, hash }: { words: string; hash: string }
): Promise<{ member: Member; temporaryPassword: string }> {
	// Without this, a deletion of the household could miss the new member.
	await holdHousehold(unit);
	const credentials = { passwordHash: hash, mustChangePassword: true };
	const member = await createMember(unit, { ...person, ...credentials });
	unit.audit({ event: 'member-added', memberUid: member.uid, role: member.role });
	return { member, temporaryPassword: words };
}

type MemberToCreate = NewMember & { passwordHash: string; mustChangePassword?: boolean };

/** Creates a member, however they came. */
async function createMember(
	unit: Unit,
	{ name, email, role = 'ROLE_MEMBER', ...password }: MemberToCreate
): Promise<Member> {
	await refuseTakenEmail(unit, email);
	const uid = newUid('mem');
	const row = await unit.db.member.create({
		data: { uid, name, email, emailFolded: fold(email), role, createdAt: unit.now, ...password }
	});
	unit.record({ kind: 'members.changed' });
	return asMember(row);
}

/** Creates a member who came by themselves, under a name that looks like nobody else's, and signs their browser in. */
export async function createSignedInMember(unit: Unit, newcomer: MemberToCreate): Promise<Member> {
	await refuseLookAlike(unit, newcomer.name);
	const member = await createMember(unit, newcomer);
	await startSessionFor(unit, member.uid);
	return { ...member, lastSignedInAt: timestamp(unit.now) };
}

/** The calling member's own name and email; nobody edits another. */
export async function changeMe(
	unit: Unit,
	{ name, email }: Partial<Pick<NewMember, 'name' | 'email'>>
): Promise<{ member: Member }> {
	const { uid, name: former } = actor(unit).member;
	// A form sends the name with the email, and an admin may have given two members the same one.
	if (name !== undefined && name !== former) await refuseLookAlike(unit, name, uid);
	if (email !== undefined) await refuseTakenEmail(unit, email, uid);
	const row = await unit.db.member.update({
		where: { uid },
		data: { name, email, emailFolded: email && fold(email) }
	});
	// Items name who added and who ticked them.
	unit.record({ kind: 'members.changed', ...(name === undefined ? {} : { everyItem: true }) });
	return { member: asMember(row) };
}

export async function changeRole(
	unit: Unit,
	{ memberUid, role }: { memberUid: string; role: Role }
): Promise<{ member: Member }> {
	await lockHousehold(unit);
	const member = await loadMember(unit, memberUid);
	if (role === 'ROLE_MEMBER') await refuseLastAdmin(unit, member, m.last_admin_stays_admin);
	const row = await unit.db.member.update({ where: { uid: memberUid }, data: { role } });
	unit.audit({ event: 'role-changed', memberUid, role });
	unit.record({ kind: 'members.changed' });
	return { member: asMember(row) };
}

/**
 * Removes a member and ends every credential of theirs. What they added stays, under their name. The lists they
 * shared pass to the admin who removes them, the private ones go to the trash. An admin who removes themselves hands
 * over to another.
 */
export async function removeMember(
	unit: Unit,
	{ memberUid }: { memberUid: string }
): Promise<void> {
	await lockHousehold(unit);
	await refuseLastAdmin(unit, await loadMember(unit, memberUid), m.last_admin_stays);
	await lockListsOfMember(unit, memberUid);
	// This update waits for commands of theirs that are running. It locks the member before what is theirs, in the same
	// order as a change of password.
	await unit.db.member.update({
		where: { uid: memberUid },
		data: {
			removedAt: unit.now,
			email: '',
			emailFolded: memberUid,
			passwordHash: '',
			role: 'ROLE_MEMBER'
		}
	});
	await handOverLists(unit, memberUid, await heirOf(unit, memberUid));
	await forgetAll(unit, memberUid);
	unit.audit({ event: 'member-removed', memberUid });
	unit.record({ kind: 'groups.changed' });
	unit.record({ kind: 'members.changed' });
}

/** Hands over the member's lists, with those that they made while this waited for their commands. */
async function handOverLists(unit: Unit, memberUid: string, heir: string): Promise<void> {
	await lockListsOfMember(unit, memberUid);
	const theirs = { ownerUid: memberUid };
	const trash = { deletedAt: unit.now, deletedByUid: heir };
	const privately = { ...theirs, sharing: 'SHARING_PRIVATE', deletedAt: null };
	await unpublish(unit, privately);
	await unit.db.list.updateMany({ where: privately, data: trash });
	await unit.db.list.updateMany({ where: theirs, data: { ownerUid: heir } });
	// Nobody shares a list with its owner.
	await unit.db.listMember.deleteMany({ where: { memberUid: heir, list: { ownerUid: heir } } });
}

async function loadMember(
	unit: Pick<Unit, 'db'>,
	uid: string
): Promise<{ uid: string; role: string }> {
	const member = await unit.db.member.findFirst({
		where: { uid, ...present },
		select: { uid: true, role: true }
	});
	if (!member) throw missing('member');
	return member;
}

async function heirOf(unit: Unit, memberUid: string): Promise<string> {
	const { uid } = actor(unit).member;
	if (uid !== memberUid) return uid;
	const others = { role: 'ROLE_ADMIN', uid: { not: uid }, ...present };
	const heir = await unit.db.member.findFirstOrThrow({
		where: others,
		orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }]
	});
	return heir.uid;
}

/** Deletes every credential, every share, and everything that waits for them. */
async function forgetAll(unit: Unit, memberUid: string): Promise<void> {
	const { db } = unit;
	const where = { memberUid };
	await endSessionsOf(unit, memberUid);
	await endTokens(unit, where);
	await db.groupMember.deleteMany({ where });
	await db.listMember.deleteMany({ where });
	await db.pin.deleteMany({ where });
	await db.resetRequest.deleteMany({ where });
	await db.activity.deleteMany({ where });
}

const present = { removedAt: null };

async function refuseTakenEmail(unit: Unit, email: string, butOf = ''): Promise<void> {
	const taken = await unit.db.member.findFirst({
		where: { emailFolded: fold(email), uid: { not: butOf } },
		select: { uid: true }
	});
	if (taken) throw alreadyExists(m.email_taken(), 'email');
}

async function refuseLastAdmin(
	unit: Unit,
	member: { uid: string },
	refusal: () => string
): Promise<void> {
	const others = await unit.db.member.count({
		where: { role: 'ROLE_ADMIN', uid: { not: member.uid }, ...present }
	});
	if (others === 0) throw notYet(refusal());
}
