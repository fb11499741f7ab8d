import * as m from '../../paraglide/messages.js';
import { inPortions, insertMany, rowsThatFit } from '../data/insert-many.ts';
import type { Was } from '../kernel/change-event.ts';
import { Refusal } from '../kernel/errors.ts';
import { wasBefore, type RecordedChange } from '../kernel/undo.ts';
import type { Unit } from '../kernel/unit.ts';
import { refuseUnlessEditable } from '../lists/load.ts';
import { lockList, touchList } from '../lists/lock.ts';
import { sectionsOn, setOrder, type SectionRow } from './store.ts';

/** The sections of a list as an undo puts them back: uids and names in turn, in their order. */
export const sectionsBefore = (sections: readonly SectionRow[]): Was => ({
	sections: sections.flatMap(({ uid, name }) => [uid, name])
});

/** The items in the trash of a section that is deleted, for an undo to put back. */
export const trashBefore = (sectionUid: string, itemUids: string[]): Was =>
	itemUids.length === 0 ? {} : { [trashOf(sectionUid)]: itemUids };

/**
 * The field for the items of a section. Each section has a field of its own, because `wasBefore` keeps only the older of
 * two fields with the same name.
 */
const trashOf = (sectionUid: string): `trash of ${string}` => `trash of ${sectionUid}`;

type Before = { sections: string[]; [trash: `trash of ${string}`]: string[] };

/**
 * Puts the sections of a list back to what they were before these Changes (newest first). Returns "", or the reason where that
 * cannot be. Where its items stood is undone item by item. `changedSince` is given the items in sections that would go: what
 * somebody else has changed stays where it is.
 */
export async function undoSections(
	unit: Unit,
	listUid: string,
	changes: RecordedChange[],
	changedSince: (itemUids: string[]) => Promise<string>
): Promise<string> {
	try {
		refuseUnlessEditable(unit, await lockList(unit, listUid));
	} catch (error) {
		if (error instanceof Refusal) return m.undo_list_not_editable();
		throw error;
	}
	const was = wasBefore<Before>(changes);
	const { sections = [] } = was;
	const before = sections.flatMap((uid, at) =>
		at % 2 === 0 ? [{ uid, name: sections[at + 1] ?? '' }] : []
	);
	const now = await sectionsOn(unit, listUid);
	const uids = before.map(({ uid }) => uid);
	const made = now.filter(({ uid }) => !uids.includes(uid));
	const madeUids = made.map(({ uid }) => uid);
	const later = await changedSince(await itemsIn(unit, madeUids));
	if (later) return later;
	await touchList(unit, listUid);
	await unit.db.section.deleteMany({ where: { uid: { in: madeUids } } });
	const gone = before.filter(({ uid }) => !now.some((section) => section.uid === uid));
	await insertMany(
		unit,
		'Section',
		gone.map((section) => ({ ...section, listUid, rank: 0, createdAt: unit.now }))
	);
	for (const { uid: sectionUid } of gone)
		for await (const some of inPortions(was[trashOf(sectionUid)] ?? [], rowsThatFit(1)))
			await unit.db.item.updateMany({
				where: { uid: { in: some }, listUid, deletedAt: { not: null } },
				data: { sectionUid }
			});
	for (const { uid, name } of before)
		if (now.some((section) => section.uid === uid && section.name !== name))
			await unit.db.section.update({ where: { uid }, data: { name } });
	await setOrder(unit, listUid, uids);
	// The items of a section that is deleted are in none now.
	unit.record({ kind: 'list.sectioned', listUid, ...(made.length > 0 ? { everyItem: true } : {}) });
	return '';
}

/** The items in these sections. */
async function itemsIn(unit: Unit, sectionUids: string[]): Promise<string[]> {
	if (sectionUids.length === 0) return [];
	const where = { sectionUid: { in: sectionUids }, deletedAt: null };
	const items = await unit.db.item.findMany({ where, select: { uid: true } });
	return items.map(({ uid }) => uid);
}
