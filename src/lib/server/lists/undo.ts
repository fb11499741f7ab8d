import * as m from '../../paraglide/messages.js';
import { groupsAmong } from '../groups/groups.ts';
import { deletesList } from '../kernel/change-event.ts';
import { presentAmong } from '../kernel/member.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { reachedAmong, type Sharing } from '../kernel/reach.ts';
import { isPastRestoring } from '../kernel/trash-period.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, undeleted, type Unit } from '../kernel/unit.ts';
import { presenceBefore, wasBefore, type RecordedChange } from '../kernel/undo.ts';
import { lockOwnList } from './lock.ts';
import { share } from './sharing.ts';

type Before = {
	name: string;
	addsOnTop: boolean;
	archived: boolean;
	sharing: Sharing;
	canEdit: boolean;
	memberUids: string[];
	groupUids: string[];
};

/**
 * Undoes a deletion or archiving among these Changes, so that items can be put back. `later` is why it is too late, or "". Returns
 * "", or the reason why it cannot be undone.
 */
export async function reopenList(
	unit: Unit,
	listUid: string,
	changes: RecordedChange[],
	later: string
): Promise<string> {
	const list = await unit.db.list.findFirst({
		where: { uid: listUid, ownerUid: actor(unit).member.uid },
		select: { deletedAt: true }
	});
	if (!list) return m.undo_list_not_owned();
	if (isPastRestoring(list.deletedAt, unit.now)) return m.undo_deleted_too_long_ago();
	if (later) return later;
	const did = (isIt: (kind: string) => boolean) => changes.some(({ kind }) => isIt(kind));
	await unit.db.list.update({
		where: { uid: listUid },
		data: {
			...(did(deletesList) ? undeleted : {}),
			...(did((kind) => kind === 'list.archived') ? { archivedAt: null, archivedByUid: null } : {})
		}
	});
	return '';
}

/** Undoes the caller's pins and unpins of a list, each of which changed it. Returns "", or why they cannot be undone. */
export async function undoPin(
	unit: Unit,
	listUid: string,
	changes: RecordedChange[],
	later: string
): Promise<string> {
	if (!(await reachedAmong(unit, [listUid])).has(listUid)) return m.undo_list_out_of_reach();
	if (later) return later;
	const pin = { listUid, memberUid: actor(unit).member.uid };
	if (changes.length % 2 === 1) {
		const { count } = await unit.db.pin.deleteMany({ where: pin });
		if (count === 0) await unit.db.pin.create({ data: pin });
	}
	unit.record({ kind: 'pin.changed', listUid });
	return '';
}

/** Gives a list that `reopenList` opened the state that it had before these Changes (newest first). */
export async function undoList(
	unit: Unit,
	listUid: string,
	changes: RecordedChange[]
): Promise<void> {
	const { uid } = actor(unit).member;
	const { name, addsOnTop, archived, ...share } = wasBefore<Before>(changes);
	if (share.sharing) await shareAsBefore(unit, listUid, { ...share, sharing: share.sharing });
	// `list.restored` is recorded also for a list that comes from the archive, which was there all the while.
	const ofPresence = changes.filter(({ kind, was }) => kind !== 'list.restored' || was === '');
	const presence = presenceBefore(unit, ofPresence);
	await unit.db.list.update({
		where: { uid: listUid },
		data: {
			name,
			nameWords: name && wordsOf(name),
			addsOnTop,
			...(archived === undefined
				? {}
				: { archivedAt: archived ? unit.now : null, archivedByUid: archived ? uid : null }),
			...presence,
			updatedAt: unit.now
		}
	});
	const away = [{ deletedAt: { not: null } }, { archivedAt: { not: null } }];
	await unpublish(unit, { uid: listUid, OR: away });
	// Of a list in the trash nothing but its deletion is told.
	const isDeleted = 'deletedAt' in presence && presence.deletedAt !== null;
	unit.record({ kind: isDeleted ? 'list.deleted' : 'list.changed', listUid });
}

/** Shares the list as before, with those members and groups that are still here. */
async function shareAsBefore(
	unit: Unit,
	listUid: string,
	{
		sharing,
		canEdit = false,
		memberUids = [],
		groupUids = []
	}: Partial<Before> & Pick<Before, 'sharing'>
): Promise<void> {
	await share(unit, await lockOwnList(unit, listUid, m.only_owner_shares), {
		sharing,
		canEdit,
		memberUids: await presentAmong(unit.read, memberUids),
		groupUids: await groupsAmong(unit.read, groupUids)
	});
}
