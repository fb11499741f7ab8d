import type { Unit } from '../kernel/unit.ts';
import { lockSection } from './lock.ts';
import { sectionsOn } from './store.ts';
import { sectionsBefore } from './undo.ts';

/** Deletes a section for good. Its items stay on the list without one, and what last stood there is forgotten. */
export async function deleteSection(
	unit: Unit,
	{ sectionUid }: { sectionUid: string }
): Promise<Record<string, never>> {
	const { listUid } = await lockSection(unit, sectionUid);
	const before = await sectionsOn(unit, listUid);
	const items = await unit.db.item.findMany({
		where: { sectionUid, deletedAt: null },
		select: { uid: true, rank: true }
	});
	await unit.db.section.delete({ where: { uid: sectionUid } });
	unit.record({ kind: 'list.sectioned', listUid, was: sectionsBefore(before) });
	for (const { uid: itemUid, rank } of items)
		unit.record({ kind: 'item.moved', listUid, itemUid, was: { listUid, rank, sectionUid } });
	return {};
}
