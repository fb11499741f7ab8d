import * as m from '../../paraglide/messages.js';
import { Prisma } from '../data/client.ts';
import type { ChangeKind } from '../kernel/change-event.ts';
import { touchList } from '../lists/lock.ts';
import { inReach, sharedToEdit } from '../kernel/reach.ts';
import { isPastRestoring } from '../kernel/retention-period.ts';
import { presenceBefore, wasBefore, type RecordedChange } from '../kernel/undo.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { rememberSections } from '../sections/labels.ts';
import { columnsOf, maxItemsPerList, type Texts } from './fields.ts';

/** How many items each list has room for; counted once for all that is taken back together. */
export type Room = Map<string, number>;

/**
 * Puts an item back to what it was before these Changes (newest first). Returns "" or, where that cannot be, why not.
 * `changedSince` says who changed it later; of an item out of reach that is not said.
 */
export async function undoItem(
	unit: Unit,
	itemUid: string,
	changes: RecordedChange[],
	{ room, changedSince }: { room: Room; changedSince: () => Promise<string> }
): Promise<string> {
	const before = wasBefore<Fields>(changes);
	const [item, ...lists] = await places(unit, itemUid, before.listUid);
	if (!item || lists.length < (before.listUid ? 1 : 0)) return m.undo_list_out_of_reach();
	const later = (await changedSince()) || refusalBy(unit, item, [item, ...lists]);
	if (later) return later;
	const to = before.listUid ?? item.listUid;
	const section = await sectionBefore(unit, before, { from: item.listUid, to });
	const data = {
		...{ ...fieldsOf(before), ...presenceBefore(unit, changes), ...section },
		updatedAt: unit.now
	};
	const isDeleted = 'deletedAt' in data ? data.deletedAt : item.deletedAt;
	const way = { from: item.deletedAt ? '' : item.listUid, to: isDeleted ? '' : to };
	if (!(await takesRoom(unit, room, way))) return m.undo_list_full();
	const told = [...new Set([item.listUid, to])].sort();
	for (const listUid of told) await touchList(unit, listUid);
	const { label } = await unit.db.item.update({ where: { uid: itemUid }, data });
	const { sectionUid } = section;
	if (sectionUid) await rememberSections(unit, to, [{ label, sectionUid }]);
	for (const listUid of told) unit.record({ kind: effectOn(listUid, way), listUid, itemUid });
	return '';
}

/** The item's list before and after; "" stands for the trash. */
type Way = { from: string; to: string };

/** What an undo is for those who see this list: the item leaves it, comes to it, or stays. */
function effectOn(listUid: string, { from, to }: Way): ChangeKind {
	if (from === to || (listUid !== from && listUid !== to)) return 'item.changed';
	if (from && to) return 'item.moved';
	return from ? 'item.deleted' : 'item.restored';
}

function refusalBy(unit: Unit, item: Place, lists: Place[]): string {
	if (isPastRestoring(item.deletedAt && timestamp(item.deletedAt), unit.now))
		return m.undo_deleted_too_long_ago();
	for (const list of lists) {
		if (!sharedToEdit(actor(unit), list)) return m.undo_list_not_editable();
		if (list.archivedAt) return m.undo_list_archived();
	}
	return '';
}

/** Whether the list has room for it. */
async function takesRoom(unit: Unit, room: Room, { from, to }: Way): Promise<boolean> {
	if (from === to) return true;
	const left = to ? await roomOn(unit, room, to) : 1;
	if (left <= 0) return false;
	room.set(to, left - 1);
	if (from) room.set(from, (await roomOn(unit, room, from)) + 1);
	return true;
}

async function roomOn(unit: Unit, room: Room, listUid: string): Promise<number> {
	const known = room.get(listUid);
	if (known !== undefined) return known;
	return maxItemsPerList - (await unit.db.item.count({ where: { listUid, deletedAt: null } }));
}

type Fields = Texts & {
	doneAt: string;
	doneByUid: string | null;
	listUid: string;
	rank: number;
	sectionUid: string | null;
};

/** The section that it stood in, where that is still there; in none where it comes from another list. */
async function sectionBefore(
	unit: Unit,
	{ sectionUid }: Partial<Fields>,
	{ from, to }: Way
): Promise<{ sectionUid?: string | null }> {
	if (sectionUid) {
		const isThere = await unit.db.section.count({ where: { uid: sectionUid, listUid: to } });
		return { sectionUid: isThere > 0 ? sectionUid : null };
	}
	return sectionUid === null || from !== to ? { sectionUid: null } : {};
}

function fieldsOf({ doneAt, doneByUid, listUid, rank, sectionUid: _, ...texts }: Partial<Fields>) {
	return {
		...columnsOf(texts),
		...{ doneByUid, listUid, rank },
		...(doneAt === undefined ? {} : { doneAt: doneAt ? new Date(doneAt) : null })
	};
}

type Place = {
	listUid: string;
	ownerUid: string;
	sharing: string;
	sharedEdit: boolean;
	archivedAt: Date | string | null;
	/** Of the item. */
	deletedAt: Date | string | null;
};

/** The item's list now and, where it was moved, the one it came from; as far as they are in reach. */
async function places(
	unit: Unit,
	itemUid: string,
	cameFrom: string | undefined
): Promise<readonly Place[]> {
	const columns = Prisma.sql`l."uid" AS "listUid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt"`;
	const reach = inReach(actor(unit));
	const now = await unit.read.query<Place>(Prisma.sql`
		SELECT ${columns}, i."deletedAt" FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" WHERE i."uid" = ${itemUid} AND ${reach}`);
	if (!cameFrom) return now;
	return [
		...now,
		...(await unit.read.query<Place>(
			Prisma.sql`SELECT ${columns}, NULL AS "deletedAt" FROM "List" l WHERE l."uid" = ${cameFrom} AND ${reach}`
		))
	];
}
