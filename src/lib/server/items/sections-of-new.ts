import { placeKey } from '../../client/format/place-key.ts';
import type { Unit } from '../kernel/unit.ts';
import { rememberedSections, rememberSections } from '../sections/labels.ts';
import { refuseUnlessOn } from '../sections/lock.ts';

type New = { label: string; sectionUid?: string | undefined };

/** The sections that new items go to: those that are named, which is remembered, or where their labels last stood. */
export async function sectionsOfNew(
	unit: Unit,
	listUid: string,
	items: New[],
	hasSections: boolean
): Promise<(string | null)[]> {
	const named = items.flatMap(({ label, sectionUid }) =>
		sectionUid === undefined ? [] : [{ label, sectionUid }]
	);
	await refuseUnlessOn(
		unit,
		listUid,
		named.map(({ sectionUid }) => sectionUid).filter((uid) => uid !== '')
	);
	if (!hasSections) return items.map(() => null);
	const others = items.filter(({ sectionUid }) => sectionUid === undefined);
	const remembered = await rememberedSections(
		unit,
		listUid,
		others.map(({ label }) => label)
	);
	await rememberSections(unit, listUid, named);
	return items.map(
		({ label, sectionUid = remembered.get(placeKey(label)) ?? '' }) => sectionUid || null
	);
}
