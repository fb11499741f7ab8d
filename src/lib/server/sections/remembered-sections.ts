import { sql } from '../data/sql.ts';
import { placeKey } from '../../client/format/place-key.ts';
import type { Unit } from '../kernel/unit.ts';
import { storeLabels } from './store.ts';

/** The section in which a label last stood, so that new items of this label go there by themselves. */

type Remembered = { label: string; sectionUid: string };

/** The section in which each of these labels last stood on the list, by its key; nothing where that was in none. */
export async function rememberedSections(
	unit: Unit,
	listUid: string,
	labels: string[]
): Promise<Map<string, string>> {
	const keys = [...new Set(labels.map(placeKey))];
	if (keys.length === 0) return new Map();
	const rows = await unit.read.query<Remembered>(sql`
		SELECT k."label", k."sectionUid" FROM "SectionLabel" k
		WHERE k."listUid" = ${listUid} AND k."label" IN (${sql.join(keys)})`);
	return new Map(rows.map(({ label, sectionUid }) => [label, sectionUid]));
}

/** Remembers where these labels stand now; `null` is in no section. Of several with the same label the last one counts. */
export async function rememberSections(
	unit: Unit,
	listUid: string,
	placed: { label: string; sectionUid: string | null }[]
): Promise<void> {
	const byKey = new Map(placed.map(({ label, sectionUid }) => [placeKey(label), sectionUid]));
	const nowhere = [...byKey].filter(([, sectionUid]) => !sectionUid).map(([label]) => label);
	if (nowhere.length > 0)
		await unit.db.sectionLabel.deleteMany({ where: { listUid, label: { in: nowhere } } });
	const rows = [...byKey].flatMap(([label, sectionUid]) =>
		sectionUid ? [{ label, sectionUid }] : []
	);
	if (rows.length > 0) await storeLabels(unit, listUid, rows);
}
