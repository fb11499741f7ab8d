import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { updateRows } from '../data/update-rows.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { groupsAmong } from '../groups/groups.ts';
import { deletesList } from '../kernel/change-event.ts';
import { presentAmong } from '../kernel/present-members.ts';
import { unpublish } from '../kernel/unpublish.ts';
import type { Sharing } from '../kernel/reach.ts';
import { reachedAmong } from '../kernel/reachers.ts';
import { isPastRestoring } from '../kernel/trash-period.ts';
import { timestamp, wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { undeleted } from '../kernel/deletion.ts';
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

/** A list, and what was done to it, newest first. */
type ToUndo = {
	listUid: string;
	changes: RecordedChange[];
	/** Why it is too late to undo, or "". */
	later: string;
	record: Unit['record'];
};

/**
 * Undoes deletions and archivings among these Changes, so that items can be put back. Returns for each list "", or the reason why
 * it cannot be undone.
 */
export async function reopenLists(unit: Unit, lists: ToUndo[]): Promise<Map<string, string>> {
	const owned = await readAmong<{ uid: string; deletedAt: Date | string | null }>(
		unit.read,
		lists.map(({ listUid }) => listUid),
		(some) => sql`
		SELECT "uid", "deletedAt" FROM "List"
		WHERE "uid" IN (${sql.join(some)}) AND "ownerUid" = ${actor(unit).member.uid}`
	);
	const known = new Map(owned.map((list) => [list.uid, list]));
	const reasons = new Map<string, string>();
	for (const { listUid, changes, later } of lists) {
		const reason = refusalBy(unit, known.get(listUid)) || later;
		reasons.set(listUid, reason);
		if (!reason) await reopen(unit, listUid, changes);
	}
	return reasons;
}

function refusalBy(unit: Unit, list: { deletedAt: Date | string | null } | undefined): string {
	if (!list) return m.undo_list_not_owned();
	const { deletedAt } = list;
	return isPastRestoring(deletedAt && timestamp(deletedAt), unit.now)
		? m.undo_deleted_too_long_ago()
		: '';
}

async function reopen(unit: Unit, listUid: string, changes: RecordedChange[]): Promise<void> {
	const did = (isIt: (kind: string) => boolean) => changes.some(({ kind }) => isIt(kind));
	const columns = {
		...(did(deletesList) ? undeleted : {}),
		...(did((kind) => kind === 'list.archived') ? { archivedAt: null, archivedByUid: null } : {})
	};
	if (Object.keys(columns).length === 0) return;
	// SQLite runs on the event loop, so other requests get a turn.
	await yieldToOthers();
	await updateRows(unit.db, 'List', [listUid], columns);
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

/** Gives lists that `reopenLists` opened the state that they had before these Changes. */
export async function undoLists(unit: Unit, lists: ToUndo[]): Promise<void> {
	for (const { record, ...list } of lists) {
		await yieldToOthers();
		await undoList({ ...unit, record }, list);
	}
	if (lists.length === 0) return;
	await unpublish(unit, { OR: [{ deletedAt: { not: null } }, { archivedAt: { not: null } }] });
}

async function undoList(
	unit: Unit,
	{ listUid, changes }: Pick<ToUndo, 'listUid' | 'changes'>
): Promise<void> {
	const { uid } = actor(unit).member;
	const { name, addsOnTop, archived, ...share } = wasBefore<Before>(changes);
	if (share.sharing) await shareAsBefore(unit, listUid, { ...share, sharing: share.sharing });
	// `list.restored` is recorded also for a list that comes from the archive, which was there all the while.
	const ofPresence = changes.filter(({ kind, was }) => kind !== 'list.restored' || !was);
	const presence = presenceBefore(unit, ofPresence);
	await updateRows(unit.db, 'List', [listUid], {
		...(name === undefined ? {} : { name, nameWords: wordsOf(name) }),
		...(addsOnTop === undefined ? {} : { addsOnTop }),
		...(archived === undefined
			? {}
			: { archivedAt: archived ? unit.now : null, archivedByUid: archived ? uid : null }),
		...presence,
		updatedAt: unit.now
	});
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
