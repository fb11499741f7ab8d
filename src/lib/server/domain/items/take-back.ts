import { Prisma } from '../../platform/database.ts';
import { touchList } from '../lists/reached.ts';
import { inReach, sharedToEdit } from '../reach.ts';
import { presenceBefore, wasBefore, type Taken } from '../take-back.ts';
import { wordsOf } from '../text.ts';
import { actor, type Unit } from '../unit.ts';

/** Puts an item back to what it was before these Changes (newest first). Returns "" or, where that cannot be, why not. */
export async function takeBackItem(unit: Unit, itemUid: string, changes: Taken[]): Promise<string> {
	const before = wasBefore<Fields>(changes);
	const [item, ...lists] = await places(unit, itemUid, before.listUid);
	if (!item || lists.length < (before.listUid ? 1 : 0))
		return 'Its list is out of your reach by now.';
	for (const list of [item, ...lists]) {
		if (!sharedToEdit(actor(unit), list)) return 'You may not change its list.';
		if (list.archivedAt) return 'Its list is archived.';
	}
	for (const listUid of [...new Set([item.listUid, before.listUid ?? item.listUid])].sort())
		await touchList(unit, listUid);
	await unit.db.item.update({
		where: { uid: itemUid },
		data: { ...fieldsOf(before), ...presenceBefore(unit, changes), updatedAt: unit.now }
	});
	const kind = changes.some((change) => change.kind === 'item.added')
		? 'item.deleted'
		: 'item.changed';
	unit.record({ kind, listUid: before.listUid ?? item.listUid, itemUid });
	return '';
}

type Fields = {
	label: string;
	quantity: string;
	dueOn: string;
	note: string;
	doneAt: string;
	doneByUid: string | null;
	listUid: string;
	rank: number;
};

function fieldsOf({ label, note, doneAt, ...rest }: Partial<Fields>) {
	return {
		...rest,
		...(label === undefined ? {} : { label, labelWords: wordsOf(label) }),
		...(note === undefined ? {} : { note, noteWords: wordsOf(note) }),
		...(doneAt === undefined ? {} : { doneAt: doneAt ? new Date(doneAt) : null })
	};
}

type Place = {
	listUid: string;
	ownerUid: string;
	sharing: string;
	sharedEdit: boolean;
	archivedAt: Date | string | null;
};

/** The item's list now and, where it was moved, the one it came from; as far as they are in reach. */
async function places(unit: Unit, itemUid: string, cameFrom: string | undefined): Promise<Place[]> {
	const columns = Prisma.sql`l."uid" AS "listUid", l."ownerUid", l."sharing", l."sharedEdit", l."archivedAt"`;
	const reach = inReach(actor(unit));
	const now = await unit.db.$queryRaw<Place[]>(Prisma.sql`
		SELECT ${columns} FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" WHERE i."uid" = ${itemUid} AND ${reach}`);
	if (!cameFrom) return now;
	return [
		...now,
		...(await unit.db.$queryRaw<Place[]>(
			Prisma.sql`SELECT ${columns} FROM "List" l WHERE l."uid" = ${cameFrom} AND ${reach}`
		))
	];
}
