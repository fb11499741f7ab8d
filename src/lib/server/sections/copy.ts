import { insertMany } from '../data/insert-many.ts';
import { isSharedToEdit } from '../kernel/may-edit.ts';
import { newUid } from '../kernel/secrets.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { LockedList } from '../lists/lock.ts';
import { sectionsOn } from './store.ts';

/**
 * Gives a new list the sections of another. If the caller may change that other list, the labels that last stood in them
 * are copied, too. Returns the new uid of each section.
 */
export async function copySections(
	unit: Unit,
	from: LockedList,
	listUid: string
): Promise<Map<string, string>> {
	const sections = await sectionsOn(unit, from.uid);
	const copies = new Map(sections.map(({ uid }) => [uid, newUid('sec')]));
	const copyOf = (uid: string) => copies.get(uid) ?? '';
	await insertMany(
		unit,
		'Section',
		sections.map(({ uid, name, rank }) => ({
			...{ uid: copyOf(uid), listUid, name, rank },
			createdAt: unit.now
		}))
	);
	if (sections.length === 0 || !isSharedToEdit(actor(unit), from)) return copies;
	const labels = await unit.db.sectionLabel.findMany({ where: { listUid: from.uid } });
	await insertMany(
		unit,
		'SectionLabel',
		labels.map(({ label, sectionUid, at }) => ({
			...{ listUid, label, at },
			sectionUid: copyOf(sectionUid)
		}))
	);
	return copies;
}
