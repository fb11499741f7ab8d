import type { Unit } from '../kernel/unit.ts';
import { lockSection } from './lock.ts';
import { sectionsOn } from './store.ts';
import { sectionsBefore, trashBefore } from './undo.ts';

/** Deletes a section for good. Its items stay on the list without one, and what last stood there is forgotten. */
export async function deleteSection(
	unit: Unit,
	{ sectionUid }: { sectionUid: string }
): Promise<void> {
	const { listUid } = await lockSection(unit, sectionUid);
	const before = await sectionsOn(unit, listUid);
	const all = await unit.db.item.findMany({
		where: { sectionUid },
		select: { uid: true, deletedAt: true }
	});
	const items = all.filter(({ deletedAt }) => !deletedAt);
	// Items in the trash get no Change of their own, so the Change of the section says which they were.
	const inTrash = all.flatMap(({ uid, deletedAt }) => (deletedAt ? [uid] : []));
	await unit.db.section.delete({ where: { uid: sectionUid } });
	const was = { ...sectionsBefore(before), ...trashBefore(sectionUid, inTrash) };
	unit.record({ kind: 'list.sectioned', listUid, was });
	for (const { uid: itemUid } of items)
		unit.record({ kind: 'item.moved', listUid, itemUid, was: { listUid, sectionUid } });
}
