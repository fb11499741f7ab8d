import type { Notice } from '../kernel/change-event.ts';
import { nameOfMember } from '../kernel/member-row.ts';
import { saying } from '../kernel/saying.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/** What Activity tells a member whose edit was refused, because somebody else had changed the item. */
export async function conflictNotice(unit: Unit, itemUid: string, label: string): Promise<Notice> {
	const caller = actor(unit);
	const about = { label, ...(await whoWasFirst(unit, itemUid)) };
	return {
		to: [caller.member.uid],
		kind: 'ACTIVITY_KIND_CONFLICT',
		text:
			caller.by === 'token'
				? saying('token_edit_not_saved', { token: caller.token.name, ...about })
				: saying('edit_not_saved', about),
		targetUid: itemUid
	};
}

/** Who made the latest edit, where the Changes that are still kept say so. */
async function whoWasFirst(
	unit: Unit,
	itemUid: string
): Promise<{ by: 'self' | 'member' | 'unknown'; name: string }> {
	const change = await unit.db.change.findFirst({
		where: { itemUid, kind: 'item.changed' },
		orderBy: { number: 'desc' },
		select: { byUid: true }
	});
	if (change?.byUid === actor(unit).member.uid) return { by: 'self', name: '' };
	const name = change && (await nameOfMember(unit.db, change.byUid));
	return name ? { by: 'member', name } : { by: 'unknown', name: '' };
}
