import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { sql, type Sql } from '../data/sql.ts';
import { loadList } from '../lists/load.ts';
import type { Section } from './section.ts';

/** The sections of a list in their order, each with its items. */
export async function getSections(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ sections: Section[] }> {
	await loadList(unit, listUid);
	return { sections: await readSections(unit, sql`s."listUid" = ${listUid}`) };
}

/** The section as the answer to a command shows it. A token that may not read is not told what is in it. */
export async function sectionAnswer(unit: Unit, uid: string): Promise<{ section: Section }> {
	const [section] = await readSections(unit, sql`s."uid" = ${uid}`);
	if (!section) throw new Error('a section that was changed is not there');
	return { section: may(actor(unit), 'read') ? section : { ...section, itemUids: [] } };
}

async function readSections(unit: Unit, which: Sql): Promise<Section[]> {
	const itemUids = unit.dialect.jsonOfAll(sql`i."uid"`, sql`i."rank", i."uid"`);
	const rows = await unit.read.query<{ uid: string; name: string; items: string }>(sql`
		SELECT s."uid", s."name",
			(SELECT ${itemUids} FROM "Item" i WHERE i."sectionUid" = s."uid" AND i."listUid" = s."listUid" AND i."deletedAt" IS NULL) AS "items"
		FROM "Section" s WHERE ${which} ORDER BY s."rank", s."uid"`);
	return rows.map(({ uid, name, items }) => ({ uid, name, itemUids: JSON.parse(items) }));
}
