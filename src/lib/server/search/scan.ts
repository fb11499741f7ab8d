import type { Dialect } from '../data/dialect.ts';
import { sql } from '../data/sql.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/**
 * How to find these words where the items in reach are to be read one by one; undefined where the index is quicker. In a large house it can
 * lead to a hundred thousand items, of which somebody reaches a thousand.
 */
export async function scanOfItems(unit: Unit, words: string[]): Promise<Dialect['scan']> {
	const { scan, slowRead } = unit.dialect;
	if (!scan) return undefined;
	const [found] = await slowRead(() =>
		unit.read.query<{ hits: bigint | number }>(scan.countHits('Item', words, manyHits))
	);
	if (Number(found?.hits ?? 0) < manyHits) return undefined;
	const [reached] = await slowRead(() =>
		unit.read.query<{ items: bigint | number }>(sql`
			SELECT COUNT(*) AS "items" FROM (
				SELECT 1 FROM "List" l CROSS JOIN "Item" i ON i."listUid" = l."uid"
				WHERE ${inReach(actor(unit))} AND i."deletedAt" IS NULL LIMIT ${mostScanned})`)
	);
	return Number(reached?.items ?? 0) < mostScanned ? scan : undefined;
}

/** Fewer hits are read within some 10 ms, whoever they belong to. */
const manyHits = 5000;

/** So many items are read in some 20 ms. */
const mostScanned = 50_000;
