import * as m from '../../paraglide/messages.js';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import { forbidden } from '../kernel/errors.ts';
import { householdRow } from '../kernel/household-row.ts';
import { lockHousehold } from '../data/locks.ts';
import type { Member } from '../kernel/member.ts';
import { createSignedInMember, type NewMember } from '../members/add.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { countRequest, refuseBusyNetwork } from '../kernel/visitor-requests.ts';

export async function signUpHash(
	before: PrepareContext,
	{ password }: { password: string }
): Promise<string> {
	await refuseUnlessOpen(before);
	await refuseBusyNetwork(before);
	return hashPassword(password, askerOf(before));
}

/** A visitor becomes a member without asking anybody, where the settings allow it. */
export async function signUp(
	unit: Unit,
	{ name, email }: NewMember,
	passwordHash: string
): Promise<{ member: Member }> {
	// The settings stay as they are until the newcomer is a member.
	await lockHousehold(unit);
	await refuseUnlessOpen(unit);
	await countRequest(unit);
	const member = await createSignedInMember(unit, { name, email, passwordHash });
	unit.audit({ event: 'joined', memberUid: member.uid });
	return { member };
}

async function refuseUnlessOpen({ read }: Pick<Unit, 'read'>): Promise<void> {
	if (!(await householdRow(read))?.publicSignup) throw forbidden(m.no_public_sign_up());
}
