import * as m from '../../paraglide/messages.js';
import { forbidden, notYet } from '../kernel/errors.ts';
import { owns } from '../kernel/may-edit.ts';
import { saying } from '../kernel/saying.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { LockedList } from '../lists/lock.ts';

/** Shows a list to strangers. Its owner may, and any admin once everyone here reaches it; the owner is told. */
export async function publish(unit: Unit, list: LockedList): Promise<void> {
	const caller = actor(unit);
	const isOwn = owns(caller, list);
	if (!isOwn && list.sharing !== 'SHARING_INSTANCE') throw forbidden(m.only_owner_publishes());
	if (list.archivedAt) throw notYet(m.archived_list_not_published());
	await unit.db.instance.update({ where: { id: 1 }, data: { publicListUid: list.uid } });
	unit.record({
		kind: 'public-list.changed',
		// The owner should not hear of it from strangers.
		notice: {
			to: isOwn ? [] : [list.ownerUid],
			kind: 'ACTIVITY_KIND_LIST_SHARED',
			text: saying('list_published', { member: caller.member.name, list: list.name }),
			targetUid: list.uid
		}
	});
}
