import type { Unit } from '../kernel/unit.ts';
import { refuseUnlessEditable } from '../lists/editable.ts';
import { lockList } from '../lists/lock.ts';
import { lockItems } from './lock.ts';
import { tick } from './tick.ts';

/** Unticks every ticked item of the list, so that it is used again. Returns those that it changed. */
export async function untickAll(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ untickedUids: string[] }> {
	refuseUnlessEditable(unit, await lockList(unit, listUid));
	const ticked = await unit.db.item.findMany({
		where: { listUid, deletedAt: null, doneAt: { not: null } },
		select: { uid: true }
	});
	const items = await lockItems(
		unit,
		ticked.map(({ uid }) => uid)
	);
	return { untickedUids: (await tick(unit, items, false)).map(({ uid }) => uid) };
}
