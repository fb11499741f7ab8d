import * as m from '../../paraglide/messages.js';
import { admit } from '../kernel/admit.ts';
import { alreadyExists } from '../kernel/errors.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { changeSection } from './change.ts';
import { lockSection } from './lock.ts';
import { sectionsOn } from './store.ts';

/**
 * Renames a section, unless another one of its list is called so already, whatever case and accents. Refuses a token that may
 * not read: the answer tells which names exist.
 */
export async function renameSection(
	unit: Unit,
	{ sectionUid, name }: { sectionUid: string; name: string }
): Promise<void> {
	admit({ who: 'member', ability: 'read' }, unit.caller);
	const section = await lockSection(unit, sectionUid);
	if (name === section.name) return;
	const others = (await sectionsOn(unit, section.listUid)).filter(({ uid }) => uid !== sectionUid);
	if (others.some((other) => fold(other.name) === fold(name)))
		throw alreadyExists(m.section_name_taken(), 'name');
	await changeSection(unit, { sectionUid, name });
}
