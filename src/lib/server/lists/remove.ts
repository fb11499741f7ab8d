import { lockHousehold } from '../data/locks.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { deletionBy, type Unit } from '../kernel/unit.ts';
import { lockOwnList } from './lock.ts';
import type { Named } from './resolve-name.ts';

/** Moves a list and its items to the trash. */
export async function deleteList(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ lists: Named[] }> {
	await lockHousehold(unit);
	const { name } = await lockOwnList(unit, listUid, 'delete it');
	await unit.db.list.update({ where: { uid: listUid }, data: deletionBy(unit) });
	await unpublish(unit, { uid: listUid });
	unit.record({ kind: 'list.deleted', listUid });
	return { lists: [{ uid: listUid, name }] };
}
