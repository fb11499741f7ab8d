import * as m from '../../paraglide/messages.js';
import { lockHousehold, lockListsOfMember } from '../data/locks.ts';
import { endTokens } from '../kernel/end-tokens.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { present } from './members.ts';
import { refuseLastAdmin, loadMember } from './role.ts';

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
