import { lockTokens } from '../data/locks.ts';
import type { Unit } from './unit.ts';

/** Ends access tokens. What they added stays and no longer names them, so those lists are announced. Returns how many ended. */
export async function endTokens(
	unit: Unit,
	where: { uid?: string; memberUid?: string }
): Promise<number> {
	await lockTokens(unit, where);
	const named = await unit.db.item.groupBy({
		by: ['listUid'],
		where: { deletedAt: null, addedViaToken: where }
	});
	const { count } = await unit.db.accessToken.deleteMany({ where });
	for (const { listUid } of named) unit.record({ kind: 'list.changed', listUid, everyItem: true });
	return count;
}
