import * as m from '../../paraglide/messages.js';
import { unpublish } from '../kernel/unpublish.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { deletionBy } from '../kernel/deletion.ts';
import { lockOwnListAndHousehold } from './lock.ts';
import { namedFor, type Named } from './list.ts';

/** Moves a list and its items to the trash. */
export async function deleteList(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ lists: Named[] }> {
	const list = await lockOwnListAndHousehold(unit, listUid, m.only_owner_deletes);
	await unit.db.list.update({ where: { uid: listUid }, data: deletionBy(unit) });
	await unpublish(unit, { uid: listUid });
	unit.record({ kind: 'list.deleted', listUid });
	return { lists: [namedFor(actor(unit), list)] };
}
