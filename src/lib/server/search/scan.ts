import { sql, type Sql } from '../data/sql.ts';
import { searchedFields, type SearchedField } from '../items/fields.ts';
import { listsThenItems } from '../items/store.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { countOf } from './count.ts';

/** The items in reach that hold the words, read one by one and not through the index: once for all fields. */
export type Scan = {
	/** The table expression of the items that hold the words in some field, to stand after WITH. */
	items: Sql;
	/** Its rows with those of `"Item" i` and `"List" l`, to stand after FROM: those that hold the words in this field. */
	rowsWith(field: SearchedField, notFoundIn?: SearchedField): Sql;
};

/**
 * The scan, where the words have so many hits that it is quicker to read every item in reach. Otherwise undefined. In a large household
 * the index can lead to a hundred thousand items, and the caller reaches a thousand of them.
 */
export async function scanOfItems(unit: Unit, words: string[]): Promise<Scan | undefined> {
	const { scan } = unit.dialect;
	if (!scan || (await countOf(unit, scan.countHits(words, manyHits))) < manyHits) return undefined;
	const reached = sql`${listsThenItems} WHERE i."listUid" = l."uid" AND ${inReach(actor(unit))} AND i."deletedAt" IS NULL`;
	const reachable = sql`SELECT COUNT(*) AS "hits" FROM (SELECT 1 FROM ${reached} LIMIT ${mostScanned})`;
	if ((await countOf(unit, reachable)) >= mostScanned) return undefined;
	const holds = (field: SearchedField) => scan.match(words, `${field}Words`);
	return {
		items: sql`scanned AS MATERIALIZED (
			SELECT i."number", ${sql.join(searchedFields.map((field) => sql`${holds(field)} AS ${sql.identifier(field)}`))}
			FROM ${reached} AND (${sql.join(searchedFields.map(holds), ' OR ')}))`,
		rowsWith: (field, notFoundIn) =>
			sql`scanned f JOIN "Item" i ON i."number" = f."number" JOIN "List" l ON l."uid" = i."listUid"
				WHERE ${inField(field)} ${notFoundIn ? sql`AND NOT ${inField(notFoundIn)}` : sql.empty}`
	};
}

const inField = (field: SearchedField): Sql => sql.raw(`f."${field}"`);

/** Fewer hits of the index are read in about 10 ms. */
const manyHits = 5000;

/** This many items are read in about 20 ms. */
const mostScanned = 50_000;
