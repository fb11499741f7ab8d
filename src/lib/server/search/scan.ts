import type { Dialect } from '../data/dialect.ts';
import { sql } from '../data/sql.ts';
import { listsThenItems } from '../items/store.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/**
 * The dialect's `scan`, where the words have so many hits that it is quicker to read every item in reach. Otherwise undefined. In a large
 * household the index can lead to a hundred thousand items, and the caller reaches a thousand of them.
 */
export async function scanOfItems(unit: Unit, words: string[]): Promise<Dialect['scan']> {
	const { scan, slowRead } = unit.dialect;
	if (!scan) return undefined;
	const [found] = await slowRead(() =>
		unit.read.query<{ hits: bigint | number }>(scan.countHits(words, manyHits))
	);
	if (Number(found?.hits ?? 0) < manyHits) return undefined;
	const [reached] = await slowRead(() =>
		unit.read.query<{ items: bigint | number }>(sql`
			SELECT COUNT(*) AS "items" FROM (
				SELECT 1 FROM ${listsThenItems} WHERE i."listUid" = l."uid" AND ${inReach(actor(unit))}
					AND i."deletedAt" IS NULL LIMIT ${mostScanned})`)
	);
	return Number(reached?.items ?? 0) < mostScanned ? scan : undefined;
}

/** Fewer hits of the index are read in about 10 ms. */
const manyHits = 5000;

/** This many items are read in about 20 ms. */
const mostScanned = 50_000;
