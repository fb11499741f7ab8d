import { placeKey } from '../../client/format/place-key.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import { rememberedSections, rememberSections } from '../sections/remembered-sections.ts';
import { refuseUnlessOn } from '../sections/lock.ts';
import { sectionsNamed } from '../sections/named.ts';

type New = { label: string; sectionUid?: string | undefined };
type Naming = New & { sectionName?: string | undefined };

/**
 * The sections that new items go to: the one that is given, which is remembered for the label, or the one where the
 * label last stood. And those that were made because an item named them.
 */
export async function sectionsOfNew(
	unit: Unit,
	listUid: string,
	given: Naming[],
	hasSections: boolean
): Promise<{ sectionUids: (string | null)[]; newSections: Named[] }> {
	const { items, newSections } = await withSectionUids(unit, listUid, given);
	const named = items.flatMap(({ label, sectionUid }) =>
		sectionUid === undefined ? [] : [{ label, sectionUid }]
	);
	await refuseUnlessOn(
		unit,
		listUid,
		named.map(({ sectionUid }) => sectionUid).filter((uid) => uid !== '')
	);
	if (!hasSections && !items.some(({ sectionUid }) => sectionUid))
		return { sectionUids: items.map(() => null), newSections };
	const others = items.filter(({ sectionUid }) => sectionUid === undefined);
	const remembered = await rememberedSections(
		unit,
		listUid,
		others.map(({ label }) => label)
	);
	await rememberSections(unit, listUid, named);
	const sectionUids = items.map(
		({ label, sectionUid = remembered.get(placeKey(label)) ?? '' }) => sectionUid || null
	);
	return { sectionUids, newSections };
}

/** The items with the uids of the sections that they name, and the sections that were made for this. */
async function withSectionUids(
	unit: Unit,
	listUid: string,
	given: Naming[]
): Promise<{ items: New[]; newSections: Named[] }> {
	const names = given.flatMap(({ sectionName: name }) => (name === undefined ? [] : [name]));
	if (names.length === 0) return { items: given, newSections: [] };
	const { uids, made } = await sectionsNamed(unit, listUid, names);
	const items = given.map(({ label, sectionUid, sectionName: name }) => ({
		label,
		sectionUid: name === undefined ? sectionUid : uids.get(name)
	}));
	return { items, newSections: made };
}
