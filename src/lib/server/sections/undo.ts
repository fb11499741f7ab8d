import * as m from '../../paraglide/messages.js';
import { insertMany } from '../data/insert-many.ts';
import { inPortions, rowsThatFit } from '../data/portions.ts';
import type { Was } from '../kernel/change-event.ts';
import { Refusal } from '../kernel/errors.ts';
import { wasBefore, type RecordedChange } from '../kernel/undo.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import { refuseUnlessEditable } from '../lists/editable.ts';
import { lockList, touchList } from '../lists/lock.ts';
import { sectionsOn, setOrder, type SectionRow } from './store.ts';

/** The sections of a list as an undo puts them back: uids and names in turn, in their order. */
export const sectionsBefore = (sections: readonly SectionRow[]): Was => ({
	sections: sections.flatMap(({ uid, name }) => [uid, name])
});

/** The items in the trash of a section that is deleted, for an undo to put back. */
export const trashBefore = (sectionUid: string, itemUids: string[]): Was => ({
	[trashOf(sectionUid)]: itemUids
});

/**
 * The field for the items of a section. Each section has a field of its own, because `wasBefore` keeps only the older of
 * two fields with the same name.
 */
const trashOf = (sectionUid: string): `trash of ${string}` => `trash of ${sectionUid}`;

type Before = { sections: string[]; [trash: `trash of ${string}`]: string[] };

/**
 * Puts the sections of a list back to what they were before these Changes (newest first). Returns "", or the reason why that cannot
 * be done. The places of its items are undone item by item. `changedSince` is given the items of the sections that would be
 * deleted, and returns a reason if somebody else has changed one of them.
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
	const before = sectionsIn(was);
	const now = await sectionsOn(unit, listUid);
	const made = uidsOf(without(now, before));
	const later = await changedSince(await itemsIn(unit, made));
	if (later) return later;
	await touchList(unit, listUid);
	await unit.db.section.deleteMany({ where: { uid: { in: made } } });
	const gone = without(before, now);
	await insertMany(
		unit,
		'Section',
		gone.map((section) => ({ ...section, listUid, rank: 0, createdAt: unit.now }))
	);
	for (const { uid } of gone)
		await regroupTrash(unit, { listUid, sectionUid: uid }, was[trashOf(uid)] ?? []);
	for (const { uid, name } of before)
		if (now.some((section) => section.uid === uid && section.name !== name))
			await unit.db.section.update({ where: { uid }, data: { name } });
	await setOrder(unit, listUid, uidsOf(before));
	// The items of a section that is deleted are in none now.
	unit.record({ kind: 'list.sectioned', listUid, ...(made.length > 0 ? { everyItem: true } : {}) });
	return '';
}

/** Puts items in the trash back into their section. They stay in the trash. */
async function regroupTrash(
	unit: Unit,
	{ listUid, sectionUid }: { listUid: string; sectionUid: string },
	itemUids: string[]
): Promise<void> {
	for await (const some of inPortions(itemUids, rowsThatFit(1)))
		await unit.db.item.updateMany({
			where: { uid: { in: some }, listUid, deletedAt: { not: null } },
			data: { sectionUid }
		});
}

const sectionsIn = ({ sections = [] }: Partial<Before>): Named[] =>
	sections.flatMap((uid, at) => (at % 2 === 0 ? [{ uid, name: sections[at + 1] ?? '' }] : []));

const uidsOf = (sections: Named[]): string[] => sections.map(({ uid }) => uid);

const without = (sections: readonly Named[], others: readonly Named[]): Named[] =>
	sections.filter(({ uid }) => !others.some((other) => other.uid === uid));

async function itemsIn(unit: Unit, sectionUids: string[]): Promise<string[]> {
	if (sectionUids.length === 0) return [];
	const where = { sectionUid: { in: sectionUids }, deletedAt: null };
	const items = await unit.db.item.findMany({ where, select: { uid: true } });
	return items.map(({ uid }) => uid);
}
