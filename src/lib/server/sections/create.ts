import * as m from '../../paraglide/messages.js';
import { notYet } from '../kernel/errors.ts';
import { newUid } from '../kernel/secrets.ts';
import type { Unit } from '../kernel/unit.ts';
import { lockForEdit } from '../lists/lock.ts';
import { placedAfter } from './order.ts';
import { maxSectionsPerList, type Section } from './section.ts';
import { sectionAnswer } from './sections.ts';
import { sectionsOn, setOrder } from './store.ts';
import { sectionsBefore } from './undo.ts';

type NewSection = { listUid: string; name: string; afterSectionUid?: string | undefined };

/** Adds a section behind another one, first where that is "", last where none is named. */
export async function createSection(
	unit: Unit,
	{ listUid, name, afterSectionUid }: NewSection
): Promise<{ section: Section }> {
	await lockForEdit(unit, listUid);
	const before = await sectionsOn(unit, listUid);
	if (before.length >= maxSectionsPerList) throw notYet(m.list_full_of_sections());
	const uid = newUid('sec');
	const uids = before.map((section) => section.uid);
	const after = placedAfter(uids, uid, afterSectionUid ?? uids.at(-1) ?? '');
	await unit.db.section.create({
		data: { uid, listUid, name, rank: uids.length, createdAt: unit.now }
	});
	await setOrder(unit, listUid, after);
	unit.record({ kind: 'list.sectioned', listUid, was: sectionsBefore(before) });
	return sectionAnswer(unit, uid);
}
