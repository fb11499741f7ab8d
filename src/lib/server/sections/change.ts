import type { Unit } from '../kernel/unit.ts';
import { lockSection } from './lock.ts';
import { placedAfter } from './order.ts';
import type { Section } from './section.ts';
import { sectionAnswer } from './sections.ts';
import { sectionsOn, setOrder } from './store.ts';
import { sectionsBefore } from './undo.ts';

type Wanted = {
	sectionUid: string;
	name?: string | undefined;
	afterSectionUid?: string | undefined;
};

/** Renames a section, or places it behind another one; first where that is "". What is left out stays. */
export async function changeSection(
	unit: Unit,
	{ sectionUid, name, afterSectionUid }: Wanted
): Promise<{ section: Section }> {
	const section = await lockSection(unit, sectionUid);
	const before = await sectionsOn(unit, section.listUid);
	const uids = before.map(({ uid }) => uid);
	const after =
		afterSectionUid === undefined ? uids : placedAfter(uids, sectionUid, afterSectionUid);
	const isMoved = after.join() !== uids.join();
	const isRenamed = name !== undefined && name !== section.name;
	if (isRenamed) await unit.db.section.update({ where: { uid: sectionUid }, data: { name } });
	if (isMoved) await setOrder(unit, section.listUid, after);
	if (isRenamed || isMoved)
		unit.record({
			kind: 'list.sectioned',
			listUid: section.listUid,
			was: sectionsBefore(before)
		});
	return sectionAnswer(unit, sectionUid);
}
