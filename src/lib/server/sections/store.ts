import { inPortions, rowsThatFit } from '../data/portions.ts';
import { sql, type Sql } from '../data/sql.ts';
import { sharedToEdit } from '../kernel/may-edit.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { KnownSection } from './section.ts';

/** A section as it is stored. */
export type SectionRow = { uid: string; name: string; rank: number };

/** Joins the section of `"Item" i`, if it has one. */
export const sectionJoin = sql`LEFT JOIN "Section" sec ON sec."uid" = i."sectionUid"`;

/** Sorts the items of a list as it reads: first what has no section, then section by section. Needs `sectionJoin`. */
export const inManualOrder = sql`sec."rank" NULLS FIRST, sec."uid", i."rank", i."uid"`;

/** The sections of a list in their order. */
export function sectionsOn(unit: Unit, listUid: string): Promise<readonly SectionRow[]> {
	return unit.read.query<SectionRow>(sql`
		SELECT s."uid", s."name", s."rank" FROM "Section" s WHERE s."listUid" = ${listUid} ORDER BY s."rank", s."uid"`);
}

/**
 * The columns of a `KnownRow`, of `"List" l`. An item that stood in a section may be deleted or out of reach since. So
 * labels are told only to those who may change what is on the list.
 */
export function knownSectionColumns(unit: Unit): Sql {
	const { dialect } = unit;
	const sections = dialect.jsonOfAll(
		dialect.jsonRow(sql`s."uid", s."name"`),
		sql`s."rank", s."uid"`
	);
	const labels = dialect.jsonOfAll(
		dialect.jsonRow(sql`known."label", known."sectionUid"`),
		sql`known."at" DESC, known."label"`
	);
	return sql`(SELECT ${sections} FROM "Section" s WHERE s."listUid" = l."uid") AS "sections",
		(SELECT ${labels} FROM (
			SELECT k."label", k."sectionUid", k."at" FROM "SectionLabel" k
			WHERE k."listUid" = l."uid" AND ${sharedToEdit(actor(unit))} ORDER BY k."at" DESC, k."label" LIMIT ${maxKnownLabels}) known) AS "sectionLabels"`;
}

/** How many labels a client is told of. */
const maxKnownLabels = 500;

export type KnownRow = { sections: string; sectionLabels: string };

export function knownSectionsOf(row: KnownRow): KnownSection[] {
	const sections: [uid: string, name: string][] = JSON.parse(row.sections);
	const labels: [label: string, sectionUid: string][] = JSON.parse(row.sectionLabels);
	const bySection = Map.groupBy(labels, ([, sectionUid]) => sectionUid);
	return sections.map(([uid, name]) => ({
		uid,
		name,
		labels: (bySection.get(uid) ?? []).map(([label]) => label)
	}));
}

/** Sets the order of all sections of a list. */
export async function setOrder(unit: Unit, listUid: string, uids: string[]): Promise<void> {
	if (uids.length === 0) return;
	const ranks = uids.map((uid, rank) => sql`WHEN ${uid} THEN CAST(${rank} AS INTEGER)`);
	await unit.db.$executeRaw`
		UPDATE "Section" SET "rank" = CASE "uid" ${sql.join(ranks, ' ')} ELSE "rank" END WHERE "listUid" = ${listUid}`;
}

/** Stores in which section each label stands, and deletes all but the newest labels of the list. */
export async function storeLabels(
	{ db, now }: Unit,
	listUid: string,
	placed: { label: string; sectionUid: string }[]
): Promise<void> {
	const rows = placed.map(
		({ label, sectionUid }) => sql`(${listUid}, ${label}, ${sectionUid}, ${now})`
	);
	for await (const portion of inPortions(rows, rowsThatFit(4)))
		await db.$executeRaw`
			INSERT INTO "SectionLabel" ("listUid", "label", "sectionUid", "at") VALUES ${sql.join(portion)}
			ON CONFLICT ("listUid", "label") DO UPDATE SET "sectionUid" = excluded."sectionUid", "at" = excluded."at"`;
	await db.$executeRaw`
		DELETE FROM "SectionLabel" WHERE "listUid" = ${listUid} AND "at" < (
			SELECT k."at" FROM "SectionLabel" k WHERE k."listUid" = ${listUid}
			ORDER BY k."at" DESC LIMIT 1 OFFSET ${maxLabelsPerList - 1})`;
}

/** As many as a list has room for items; those that were placed longest ago are forgotten first. */
const maxLabelsPerList = 10_000;
