import * as m from '../../paraglide/messages.js';
import { missing } from '../kernel/errors.ts';
import { groupsAmong } from '../groups/groups.ts';
import { presentAmong } from '../kernel/present-members.ts';
import { unpublish } from '../kernel/unpublish.ts';
import type { Sharing } from '../kernel/reach.ts';
import { membersReaching } from '../kernel/reachers.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { List } from './list.ts';
import { getSharing } from './lists.ts';
import { listAnswer } from './load.ts';
import { lockOwnListAndHousehold, type LockedList } from './lock.ts';
import { saying } from '../kernel/saying.ts';

type Shared = {
	sharing: Sharing;
	canEdit: boolean;
	memberUids: string[];
	groupUids: string[];
};

/** Replaces who reaches a list, and whether they may change it. The uids count for SHARING_SPECIFIC alone. */
export async function shareList(
	unit: Unit,
	{ listUid, ...shared }: { listUid: string } & Shared
): Promise<{ list: List }> {
	await share(unit, await lockOwnListAndHousehold(unit, listUid, m.only_owner_shares), shared);
	return listAnswer(unit, listUid, ['sharing']);
}

/** Shares a list of the caller's own and tells those who gain it. Unpublishes it once not everyone reaches it. */
export async function share(
	unit: Unit,
	list: LockedList,
	{ sharing, canEdit, ...named }: Shared
): Promise<void> {
	const listUid = list.uid;
	const before = await membersReaching(unit.read, listUid);
	const { memberUids, groupUids } = await getSharing(unit, { listUid });
	const was = {
		sharing: list.sharing,
		canEdit: Boolean(list.sharedEdit),
		memberUids,
		groupUids
	};
	await replaceShares(
		unit,
		list,
		sharing === 'SHARING_SPECIFIC' ? named : { memberUids: [], groupUids: [] }
	);
	const sharedEdit = sharing !== 'SHARING_PRIVATE' && canEdit;
	await unit.db.list.update({
		where: { uid: listUid },
		data: { sharing, sharedEdit, updatedAt: unit.now }
	});
	// An admin may have published the list because everyone here saw it, which is no longer so.
	if (list.sharing === 'SHARING_INSTANCE' && sharing !== list.sharing)
		await unpublish(unit, { uid: listUid });
	const gained = (await membersReaching(unit.read, listUid)).filter(
		(member) => !before.includes(member)
	);
	unit.record({
		kind: 'list.shared',
		listUid,
		was,
		notice: {
			to: gained,
			kind: 'ACTIVITY_KIND_LIST_SHARED',
			text: saying('list_shared_with_you', { member: actor(unit).member.name, list: list.name }),
			targetUid: listUid
		}
	});
}

async function replaceShares(
	unit: Unit,
	list: { uid: string; ownerUid: string },
	{ memberUids, groupUids }: Pick<Shared, 'memberUids' | 'groupUids'>
): Promise<void> {
	const members = [...new Set(memberUids)];
	const groups = [...new Set(groupUids)];
	if ((await presentAmong(unit.read, members)).length < members.length) throw missing('member');
	if ((await groupsAmong(unit.read, groups)).length < groups.length) throw missing('group');
	const listUid = list.uid;
	await unit.db.listMember.deleteMany({ where: { listUid } });
	await unit.db.listGroup.deleteMany({ where: { listUid } });
	const others = members.filter((memberUid) => memberUid !== list.ownerUid);
	await unit.db.listMember.createMany({
		data: others.map((memberUid) => ({ listUid, memberUid }))
	});
	await unit.db.listGroup.createMany({ data: groups.map((groupUid) => ({ listUid, groupUid })) });
}
