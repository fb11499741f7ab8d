import * as m from '../../paraglide/messages.js';
import { lockHousehold } from '../data/locks.ts';
import { missing, notYet } from '../kernel/errors.ts';
import { type Member, type Role } from '../kernel/member.ts';
import { asMember } from '../kernel/member-row.ts';
import type { Unit } from '../kernel/unit.ts';
import { present } from './members.ts';

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

/** Throws where nobody in the household has this uid. */
export async function loadMember(
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

/** Throws `refusal` where nobody but this member is an admin. */
export async function refuseLastAdmin(
	unit: Unit,
	member: { uid: string },
	refusal: () => string
): Promise<void> {
	const others = await unit.db.member.count({
		where: { role: 'ROLE_ADMIN', uid: { not: member.uid }, ...present }
	});
	if (others === 0) throw notYet(refusal());
}
