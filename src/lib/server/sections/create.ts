import * as m from '../../paraglide/messages.js';
import { admit } from '../kernel/access.ts';
import { notYet } from '../kernel/errors.ts';
import { newUid } from '../kernel/secrets.ts';
import { fold } from '../kernel/text.ts';
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

/**
 * Finds the section of this name, ignoring case and accents, or adds it as the last of the list. Refuses a token that may not
 * read: the answer tells which names exist.
 */
export async function ensureSection(
	unit: Unit,
	{ listUid, name }: { listUid: string; name: string }
): Promise<{ section: { uid: string }; isNew: boolean }> {
	admit({ who: 'member', ability: 'read' }, unit.caller);
	await lockForEdit(unit, listUid);
	const sameName = (section: { name: string }) => fold(section.name) === fold(name);
	const known = (await sectionsOn(unit, listUid)).find(sameName);
	if (known) return { section: known, isNew: false };
	return { ...(await createSection(unit, { listUid, name })), isNew: true };
}
