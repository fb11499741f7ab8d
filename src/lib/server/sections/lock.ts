import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { lockForEdit } from '../lists/lock.ts';
import { refuseNotOnList } from './order.ts';

type StoredSection = { uid: string; name: string; listUid: string };

/** Locks the section's list and marks it as changed. Throws where the caller may not change what is on it. */
export async function lockSection(unit: Unit, sectionUid: string): Promise<StoredSection> {
	const { listUid } = await loadSection(unit, sectionUid);
	await lockForEdit(unit, listUid);
	// Somebody may have deleted it while this waited for the list.
	return loadSection(unit, sectionUid);
}

async function loadSection(unit: Unit, sectionUid: string): Promise<StoredSection> {
	const [section] = await unit.read.query<StoredSection>(sql`
		SELECT s."uid", s."name", s."listUid" FROM "Section" s JOIN "List" l ON l."uid" = s."listUid"
		WHERE s."uid" = ${sectionUid} AND ${inReach(actor(unit))}`);
	if (!section) throw missing('section');
	return section;
}

/** Refuses to place something in a section that is not on the list. `wanted` has the sections with the fields that name them; "" is none. */
export async function refuseUnlessOn(
	unit: Unit,
	listUid: string,
	wanted: { field: string; sectionUid: string }[]
): Promise<void> {
	const named = wanted.filter(({ sectionUid }) => sectionUid !== '');
	if (named.length === 0) return;
	const uids = [...new Set(named.map(({ sectionUid }) => sectionUid))];
	const found = await unit.db.section.findMany({
		where: { listUid, uid: { in: uids } },
		select: { uid: true }
	});
	const others = named.filter(({ sectionUid }) => !found.some(({ uid }) => uid === sectionUid));
	refuseNotOnList(others.map(({ field }) => field));
}
