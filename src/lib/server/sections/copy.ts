import { insertMany } from '../data/insert-many.ts';
import { newUid } from '../kernel/secrets.ts';
import type { Unit } from '../kernel/unit.ts';
import { sectionsOn } from './store.ts';

/** Gives a new list the sections of another, and what last stood in them. Returns the new uid of each. */
export async function copySections(
	unit: Unit,
	fromListUid: string,
	listUid: string
): Promise<Map<string, string>> {
	const sections = await sectionsOn(unit, fromListUid);
	const copies = new Map(sections.map(({ uid }) => [uid, newUid('sec')]));
	const copyOf = (uid: string) => copies.get(uid) ?? '';
	await insertMany(
		unit.db,
		'Section',
		sections.map(({ uid, name, rank }) => ({
			...{ uid: copyOf(uid), listUid, name, rank },
			createdAt: unit.now
		}))
	);
	if (sections.length === 0) return copies;
	const labels = await unit.db.sectionLabel.findMany({ where: { listUid: fromListUid } });
	await insertMany(
		unit.db,
		'SectionLabel',
		labels.map(({ label, sectionUid, at }) => ({
			...{ listUid, label, at },
			sectionUid: copyOf(sectionUid)
		}))
	);
	return copies;
}
