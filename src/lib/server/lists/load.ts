import { Prisma } from '../data/client.ts';
import { forbidden, missing, notYet } from '../kernel/errors.ts';
import { inReach, owns, sharedToEdit } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { archivedByJoin, countedColumns, type ListRow } from './list.ts';

/** The list, when this caller can reach it; otherwise the same refusal as for one that never was. */
export async function loadList(unit: Unit, listUid: string): Promise<ListRow> {
	const caller = actor(unit);
	const [row] = await unit.db.$queryRaw<ListRow[]>(Prisma.sql`
		SELECT ${countedColumns(caller)} FROM "List" l ${archivedByJoin}
		WHERE l."uid" = ${listUid} AND ${inReach(caller)}`);
	if (!row) throw missing('list');
	return row;
}

/** The list, when this caller owns it. `act` finishes the sentence "Only the owner of a list can …". */
export async function loadOwnList(unit: Unit, listUid: string, act: string): Promise<ListRow> {
	const list = await loadList(unit, listUid);
	if (!owns(actor(unit), list)) throw forbidden(`Only the owner of a list can ${act}.`);
	return list;
}

type Guarded = Pick<ListRow, 'ownerUid' | 'sharing' | 'sharedEdit' | 'archivedAt'>;

/** Refuses a caller who sees the list without the right to change what is on it, and an archived list. */
export function refuseUnlessEditable(unit: Unit, list: Guarded): void {
	if (!sharedToEdit(actor(unit), list))
		throw forbidden('This list is shared with you to see, not to change.');
	if (list.archivedAt)
		throw notYet(
			'This list is archived. Bring it back first; its items can only be read until then.'
		);
}

/**
 * As a list's latest change. Its row stays locked until the transaction ends, so changes to one list follow each other:
 * on Postgres this comes before any item is written, or two of them would wait for each other.
 */
export async function touchList(unit: Unit, listUid: string): Promise<void> {
	await unit.db.list.updateMany({ where: { uid: listUid }, data: { updatedAt: unit.now } });
	unit.held.add(listUid);
}

/** The list, when this caller may change what is on it; as its latest change, with which nobody else's interferes. */
export async function lockForEdit(unit: Unit, listUid: string): Promise<ListRow> {
	await touchList(unit, listUid);
	const list = await loadList(unit, listUid);
	refuseUnlessEditable(unit, list);
	return list;
}
