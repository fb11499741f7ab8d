import { actor, type Unit } from '../kernel/unit.ts';
import { lockList } from './lock.ts';

/** Pins a list for the caller alone, or unpins it. Idempotent. The list is locked, so of two at once only the first changes it. */
export async function pinList(
	unit: Unit,
	{ listUid, pinned }: { listUid: string; pinned: boolean }
): Promise<void> {
	const list = await lockList(unit, listUid);
	if (Boolean(list.isPinned) === pinned) return;
	const pin = { listUid, memberUid: actor(unit).member.uid };
	if (pinned)
		await unit.db.pin.upsert({ where: { listUid_memberUid: pin }, create: pin, update: {} });
	else await unit.db.pin.deleteMany({ where: pin });
	unit.record({ kind: 'pin.changed', listUid });
}
