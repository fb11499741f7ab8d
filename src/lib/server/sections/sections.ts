import { sql, type Sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
import { missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Section } from './section.ts';

/** The sections of a list in their order, each with its items. */
export async function getSections(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ sections: Section[] }> {
	const rows = await unit.read.query<Row | { uid: null }>(sql`
		SELECT ${columns(unit)} FROM "List" l LEFT JOIN "Section" s ON s."listUid" = l."uid"
		WHERE l."uid" = ${listUid} AND ${inReach(actor(unit))} ORDER BY s."rank", s."uid"`);
	if (rows.length === 0) throw missing('list');
	return { sections: rows.filter((row) => row.uid !== null).map(asSection) };
}

/** The section as the answer to a command shows it. A token that may not read is not told what is in it. */
export async function sectionAnswer(unit: Unit, uid: string): Promise<{ section: Section }> {
	const [row] = await unit.read.query<Row>(sql`
		SELECT ${columns(unit)} FROM "Section" s WHERE s."uid" = ${uid}`);
	if (!row) throw new Error('a section that was changed is not there');
	const section = asSection(row);
	return { section: may(actor(unit), 'read') ? section : { ...section, itemUids: [] } };
}

type Row = { uid: string; name: string; items: string };

/** The columns of a Row, of `"Section" s`. */
function columns({ dialect }: Unit): Sql {
	const itemUids = dialect.jsonOfAll(sql`i."uid"`, sql`i."rank", i."uid"`);
	return sql`s."uid", s."name",
		(SELECT ${itemUids} FROM "Item" i WHERE i."sectionUid" = s."uid" AND i."deletedAt" IS NULL) AS "items"`;
}

const asSection = ({ uid, name, items }: Row): Section => ({
	uid,
	name,
	itemUids: JSON.parse(items)
});
