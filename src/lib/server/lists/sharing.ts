import { missing } from '../kernel/errors.ts';
import { groupsAmong } from '../groups/groups.ts';
import { lockHousehold, lockList } from '../data/locks.ts';
import { presentAmong } from '../kernel/member.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { membersReaching, type Sharing } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { listAnswer } from './keep.ts';
import type { List } from './list.ts';
import { sharesOf } from './lists.ts';
import { loadOwnList } from './load.ts';

type Share = {
	listUid: string;
	sharing: Sharing;
	canEdit: boolean;
	memberUids: string[];
	groupUids: string[];
};

/** Says anew who reaches a list, and whether they may change it. The uids count for SHARING_SPECIFIC alone. */
export async function shareList(
	unit: Unit,
	{ listUid, sharing, canEdit, ...named }: Share
): Promise<{ list: List }> {
	await lockHousehold(unit);
	await lockList(unit, { listUid });
	const list = await loadOwnList(unit, listUid, 'say who shares it');
	const before = await membersReaching(unit.db, listUid);
	const was = {
		sharing: list.sharing,
		canEdit: Boolean(list.sharedEdit),
		...(await sharesOf(unit, listUid))
	};
	await nameAnew(
		unit,
		list,
		sharing === 'SHARING_SPECIFIC' ? named : { memberUids: [], groupUids: [] }
	);
	const sharedEdit = sharing !== 'SHARING_PRIVATE' && canEdit;
	await unit.db.list.update({
		where: { uid: listUid },
		data: { sharing, sharedEdit, updatedAt: unit.now }
	});
	// An admin may have published what everyone here saw: who takes it back from them takes it back from strangers too.
	if (list.sharing === 'SHARING_INSTANCE' && sharing !== list.sharing)
		await unpublish(unit, { uid: listUid });
	const gained = (await membersReaching(unit.db, listUid)).filter(
		(member) => !before.includes(member)
	);
	unit.record({
		kind: 'list.shared',
		listUid,
		was,
		notice: {
			to: gained,
			kind: 'ACTIVITY_KIND_LIST_SHARED',
			text: `${actor(unit).member.name} shared “${list.name}” with you.`,
			targetUid: listUid
		}
	});
	return listAnswer(unit, listUid);
}

type Named = { memberUids: string[]; groupUids: string[] };

async function nameAnew(
	unit: Unit,
	list: { uid: string; ownerUid: string },
	{ memberUids, groupUids }: Named
): Promise<void> {
	const members = [...new Set(memberUids)];
	const groups = [...new Set(groupUids)];
	if ((await presentAmong(unit.db, members)).length < members.length) throw missing('member');
	if ((await groupsAmong(unit.db, groups)).length < groups.length) throw missing('group');
	const listUid = list.uid;
	await unit.db.listMember.deleteMany({ where: { listUid } });
	await unit.db.listGroup.deleteMany({ where: { listUid } });
	const others = members.filter((memberUid) => memberUid !== list.ownerUid);
	await unit.db.listMember.createMany({
		data: others.map((memberUid) => ({ listUid, memberUid }))
	});
	await unit.db.listGroup.createMany({ data: groups.map((groupUid) => ({ listUid, groupUid })) });
}
