import { sql, type Sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
import { loadList } from '../lists/load.ts';
import { inReach } from '../kernel/reach.ts';
import { sharedToEdit } from '../kernel/may-edit.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

type Suggestion = { label: string; quantity: string; onList: boolean };

const maxSuggestions = 10;

/** Identifies a thing, however it is spelled: by its folded words, or by its label if that has none, as an emoji has. */
const thing = sql`CASE WHEN i."labelWords" = '' THEN i."label" ELSE i."labelWords" END`;

/**
 * What this list has held before and may hold again: things that are not on it now come first, then those held more often,
 * then more recently. Deleted items count only for those who may restore them, and not those that were deleted soon after they were added.
 * A token that may not read is told of nothing.
 */
export async function getSuggestions(
	unit: Unit,
	{ listUid, query = '' }: { listUid: string; query?: string | undefined }
): Promise<{ suggestions: Suggestion[] }> {
	const rows = may(actor(unit), 'read') ? await heldOn(unit, listUid, query) : [];
	// Either the list has held nothing, or it is out of reach. Only then a second query has to tell which.
	if (rows.length === 0) await loadList(unit, listUid);
	return { suggestions: rows.map((row) => ({ ...row, onList: Number(row.onList) > 0 })) };
}

type Row = Omit<Suggestion, 'onList'> & { onList: bigint | number };

function heldOn(unit: Unit, listUid: string, query: string): Promise<readonly Row[]> {
	const caller = actor(unit);
	return unit.read.query<Row>(sql`
		SELECT "label", "quantity", "onList" FROM (
			SELECT i."label", i."quantity", i."createdAt", i."labelWords",
				ROW_NUMBER() OVER (PARTITION BY ${thing} ORDER BY i."createdAt" DESC, i."uid") AS "place",
				COUNT(*) OVER (PARTITION BY ${thing}) AS "times",
				MAX(CASE WHEN i."deletedAt" IS NULL AND i."doneAt" IS NULL THEN 1 ELSE 0 END) OVER (PARTITION BY ${thing}) AS "onList"
			FROM "List" l JOIN "Item" i ON i."listUid" = l."uid"
			WHERE l."uid" = ${listUid} AND ${inReach(caller)} AND (i."deletedAt" IS NULL OR ${sharedToEdit(caller)})
				AND NOT (${isSlip(unit)}) AND ${holds(query)}
		) held
		WHERE "place" = 1 ORDER BY "onList", "times" DESC, "createdAt" DESC, "labelWords" LIMIT ${maxSuggestions}`);
}

/** Whether an item was deleted soon after it was added, and was not ticked: somebody mistyped it. */
const isSlip = ({ dialect }: Unit): Sql => sql`
	i."deletedAt" IS NOT NULL AND i."doneAt" IS NULL AND i."deletedAt" < ${dialect.minutesAfter(sql`i."createdAt"`, 5)}`;

/** Matches by words, or where the query has none, as with an emoji, by its text. */
function holds(query: string): Sql {
	const words = wordsOf(query);
	const sign = query.trim();
	return words || !sign
		? sql`i."labelWords" LIKE ${`%${words}%`}`
		: sql`replace(i."label", ${sign}, '') <> i."label"`;
}
