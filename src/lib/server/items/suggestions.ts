import { Prisma } from '../data/client.ts';
import { may } from '../kernel/caller.ts';
import { loadList } from '../lists/load.ts';
import { mayEdit } from '../kernel/reach.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

export type Suggestion = { label: string; quantity: string; onList: boolean };

const most = 10;

/** The same thing however it is written; by its picture where it has no words. */
const thing = Prisma.sql`CASE WHEN i."labelWords" = '' THEN i."label" ELSE i."labelWords" END`;

/**
 * What this list has held before and may hold again: what is not on it now first, then the more often, then the more lately.
 * Nobody is told of what they may not read: what was deleted is for those who may restore it, and a token that may only
 * write is told of nothing.
 */
export async function getSuggestions(
	unit: Unit,
	{ listUid, query = '' }: { listUid: string; query?: string | undefined }
): Promise<{ suggestions: Suggestion[] }> {
	const list = await loadList(unit, listUid);
	if (!may(actor(unit), 'read')) return { suggestions: [] };
	const seen = mayEdit(actor(unit), list) ? Prisma.sql`TRUE` : Prisma.sql`i."deletedAt" IS NULL`;
	const words = wordsOf(query);
	const rows = await unit.read.query<
		Omit<Suggestion, 'onList'> & { onList: bigint | number }
	>(Prisma.sql`
		SELECT "label", "quantity", "onList" FROM (
			SELECT i."label", i."quantity", i."createdAt", i."labelWords",
				ROW_NUMBER() OVER (PARTITION BY ${thing} ORDER BY i."createdAt" DESC, i."uid") AS "place",
				COUNT(*) OVER (PARTITION BY ${thing}) AS "times",
				MAX(CASE WHEN i."deletedAt" IS NULL AND i."doneAt" IS NULL THEN 1 ELSE 0 END) OVER (PARTITION BY ${thing}) AS "onList"
			FROM "Item" i WHERE i."listUid" = ${listUid} AND ${seen}
				AND (i."labelWords" LIKE ${`${words}%`} OR i."labelWords" LIKE ${`% ${words}%`})
		) held
		WHERE "place" = 1 ORDER BY "onList", "times" DESC, "createdAt" DESC, "labelWords" LIMIT ${most}`);
	return { suggestions: rows.map((row) => ({ ...row, onList: Number(row.onList) > 0 })) };
}
