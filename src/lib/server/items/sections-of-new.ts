import { placeKey } from '../../client/format/place-key.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import { rememberedSections, rememberSections } from '../sections/remembered-sections.ts';
import { refuseUnlessOn } from '../sections/lock.ts';
import { sectionsNamed } from '../sections/find-or-make.ts';

/** `path` is where the item is in the request, such as `items.1.`. */
type New = { label: string; path: string; sectionUid?: string | undefined };
type Naming = New & { sectionName?: string | undefined };

/**
 * The section that each new item goes to: the one that is given, which is remembered for the label, or the one where the label last
 * stood. Returns also the sections that were made because an item named them.
 */
export async function sectionsOfNew(
	unit: Unit,
	listUid: string,
	given: Naming[],
	hasSections: boolean
): Promise<{ sectionUids: (string | null)[]; newSections: Named[] }> {
	const { items, newSections } = await withSectionUids(unit, listUid, given);
	const named = items.flatMap(({ label, path, sectionUid }) =>
		sectionUid === undefined ? [] : [{ label, field: `${path}sectionUid`, sectionUid }]
	);
	await refuseUnlessOn(unit, listUid, named);
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
	const named = given.flatMap(({ path, sectionName: name }) =>
		name === undefined ? [] : [{ field: `${path}sectionName`, name }]
	);
	if (named.length === 0) return { items: given, newSections: [] };
	const { uids, made } = await sectionsNamed(unit, listUid, named);
	const items = given.map(({ label, path, sectionUid, sectionName: name }) => ({
		label,
		path,
		sectionUid: name === undefined ? sectionUid : uids.get(name)
	}));
	return { items, newSections: made };
}
