import * as m from '../../paraglide/messages.js';
import { holdHousehold } from '../data/locks.ts';
import { alreadyExists } from '../kernel/errors.ts';
import { type Member, type Role } from '../kernel/member.ts';
import { asMember } from '../kernel/member-row.ts';
import { newUid } from '../kernel/secrets.ts';
import { fold, timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { startSessionFor } from '../sessions/sessions.ts';
import { refuseLookAlike } from './look-alike.ts';

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

/** Throws where a member has this email already, whatever its case. `butOf` is the member who may have it. */
export async function refuseTakenEmail(unit: Unit, email: string, butOf = ''): Promise<void> {
	const taken = await unit.db.member.findFirst({
		where: { emailFolded: fold(email), uid: { not: butOf } },
		select: { uid: true }
	});
	if (taken) throw alreadyExists(m.email_taken(), 'email');
}
