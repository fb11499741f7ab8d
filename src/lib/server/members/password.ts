import * as m from '../../paraglide/messages.js';
import { hashPassword, passwordMatches } from '../kernel/passwords.ts';
import { malformed, malformedFields, Refusal, type FieldViolation } from '../kernel/errors.ts';
import { credentialOf } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import type { Member } from '../kernel/member.ts';
import { memberOf } from '../kernel/member-row.ts';
import { askerOf } from '../kernel/throttle.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { ignoreOpenResets } from './ignore-resets.ts';
import { tryPassword } from './try-password.ts';
import type { Compared } from './compare-password.ts';

type PasswordChange = { currentPassword: string; newPassword: string };

/** The member with the hash that the current password was compared with, and the hash of the new one. */
type Hashes = { compared: Compared; passwordHash: string };

/** Checks the current password and hashes the new one, before the transaction opens. */
export async function newPasswordHash(
	before: PrepareContext,
	{ currentPassword, newPassword }: PasswordChange
): Promise<Hashes> {
	const compared = await compareOwnPassword(before, currentPassword, notCurrent());
	// The admin who gave out a temporary password knows it.
	if (actor(before).member.mustChangePassword && newPassword === currentPassword)
		throw malformed('newPassword', m.password_is_temporary());
	return { compared, passwordHash: await hashPassword(newPassword, askerOf(before)) };
}

/** Compares a password with that of the calling member. Refuses another one as this violation. */
export async function compareOwnPassword(
	before: PrepareContext,
	password: string,
	violation: FieldViolation
): Promise<Compared> {
	const { uid } = actor(before).member;
	const member = await before.db.member.findUnique({ where: { uid } });
	const compare = () => passwordMatches(member?.passwordHash, password, askerOf(before));
	if (!(await tryPassword(before, uid, compare)) || !member)
		throw new Refusal('malformed', violation.description, {
			violations: [violation],
			audit: { event: 'wrong-password', memberUid: uid }
		});
	return { uid, passwordHash: member.passwordHash };
}

/** Replaces the password and ends every other session and pair of the member. */
export async function changePassword(
	unit: Unit,
	{ compared, passwordHash }: Hashes
): Promise<{ member: Member }> {
	const caller = actor(unit);
	const { uid } = caller.member;
	const { count } = await unit.db.member.updateMany({
		where: compared,
		data: { passwordHash, mustChangePassword: false }
	});
	// A reset, or another change, came first.
	if (count === 0) throw malformedFields(notCurrent());
	await ignoreOpenResets(unit, uid);
	await endSessionsOf(unit, uid, credentialOf(caller));
	unit.audit({ event: 'password-changed', memberUid: uid });
	return { member: await memberOf(unit.db, uid) };
}

/** Sets the password of a member, which locks them. Then ends their sessions and pairs, and ignores their open requests for a reset. */
export async function replacePassword(
	unit: Unit,
	memberUid: string,
	passwordHash: string
): Promise<void> {
	await unit.db.member.update({
		where: { uid: memberUid },
		data: { passwordHash, mustChangePassword: false }
	});
	await ignoreOpenResets(unit, memberUid);
	await endSessionsOf(unit, memberUid);
}

const notCurrent = (): FieldViolation => ({
	field: 'currentPassword',
	description: m.current_password_wrong()
});
