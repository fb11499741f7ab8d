import * as m from '../../paraglide/messages.js';
import { insertMany } from '../data/insert-many.ts';
import { admit } from '../kernel/admit.ts';
import { notYet } from '../kernel/errors.ts';
import { newUid } from '../kernel/secrets.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import { lockForEdit } from '../lists/lock.ts';
import { refuseNotOnList } from './order.ts';
import { maxSectionsPerList } from './section.ts';
import { sectionsOn, type SectionRow } from './store.ts';
import { sectionsBefore } from './undo.ts';

/**
 * The uid of the section that each name means on a list, as `ensureSection` finds or makes it, and those that were made. Refuses a
 * name that looks like a uid and is not there: an assistant mistook the uid. `named` has the names with the fields that hold them.
 */
export async function sectionsNamed(
	unit: Unit,
	listUid: string,
	named: { field: string; name: string }[]
): Promise<{ uids: Map<string, string>; made: Named[] }> {
	const names = named.map(({ name }) => name);
	const found = await findOrMake(unit, listUid, names);
	const made = new Set(found.made.map(({ name }) => name));
	const mistaken = named.filter(({ name }) => looksLikeUid(name) && made.has(name));
	refuseNotOnList(mistaken.map(({ field }) => field));
	return found;
}

/** Whether a name looks like a uid, of whatever length: an assistant may make a uid up, or leave a letter out. */
const looksLikeUid = (name: string): boolean => /^sec_\S*$/i.test(name);

/**
 * Finds the section of this name, ignoring case and accents, the first where several match; or makes it, as the last. Refuses a
 * token that may not read: it would learn which names exist.
 */
export async function ensureSection(
	unit: Unit,
	{ listUid, name }: { listUid: string; name: string }
): Promise<{ section: { uid: string }; isNew: boolean }> {
	const { uids, made } = await findOrMake(unit, listUid, [name]);
	return { section: { uid: uids.get(name) ?? '' }, isNew: made.length > 0 };
}

async function findOrMake(
	unit: Unit,
	listUid: string,
	names: string[]
): Promise<{ uids: Map<string, string>; made: SectionRow[] }> {
	admit({ who: 'member', ability: 'read' }, unit.caller);
	await lockForEdit(unit, listUid);
	const before = await sectionsOn(unit, listUid);
	const uids = new Map(before.toReversed().map(({ uid, name }) => [fold(name), uid]));
	const made: SectionRow[] = [];
	for (const name of names) {
		if (uids.has(fold(name))) continue;
		const section = {
			uid: newUid('sec'),
			name,
			rank: (before.at(-1)?.rank ?? -1) + 1 + made.length
		};
		uids.set(fold(name), section.uid);
		made.push(section);
	}
	await insertLast(unit, listUid, before, made);
	return { uids: new Map(names.map((name) => [name, uids.get(fold(name)) ?? ''])), made };
}

async function insertLast(
	unit: Unit,
	listUid: string,
	before: readonly SectionRow[],
	made: SectionRow[]
): Promise<void> {
	if (made.length === 0) return;
	if (before.length + made.length > maxSectionsPerList) throw notYet(m.list_full_of_sections());
	const rows = made.map((section) => ({ ...section, listUid, createdAt: unit.now }));
	await insertMany(unit, 'Section', rows);
	unit.record({ kind: 'list.sectioned', listUid, was: sectionsBefore(before) });
}
