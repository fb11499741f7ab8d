import { may } from '../kernel/caller.ts';
import { sql } from '../data/sql.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { inReach } from '../kernel/reach.ts';
import { similarity } from '../kernel/similarity.ts';
import { wordsOf } from '../kernel/text.ts';
import { called } from '../kernel/called.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Named } from './list.ts';

/** How many similar names a refusal suggests. */
const mostOffered = 20;

/**
 * The lists in reach, archived ones too, of exactly this name, or else those of this name without case and accents.
 * Where that is not just one, a caller who may read is also told the candidates: those that may have been meant, the
 * most alike first, and how many more there are.
 */
export async function findLists(
	unit: Unit,
	{ name }: { name: string }
): Promise<{ found: Named[]; candidates: Named[]; moreCount: number }> {
	// A request may name a thousand lists one after another. Nobody else would be answered meanwhile.
	await yieldToOthers();
	const caller = actor(unit);
	const rows = await unit.read.query<Named & { nameWords: string }>(sql`
		SELECT l."uid", l."name", l."nameWords" FROM "List" l WHERE ${inReach(caller)} ORDER BY l."uid"`);
	const found = called(rows, name);
	if (found.length === 1 || !may(caller, 'read')) return { found, candidates: [], moreCount: 0 };
	const meant = found.length > 1 ? found : mostAlikeFirst(rows, wordsOf(name));
	return {
		found,
		candidates: meant.slice(0, mostOffered),
		moreCount: Math.max(0, meant.length - mostOffered)
	};
}

function mostAlikeFirst<One extends { nameWords: string }>(
	all: readonly One[],
	words: string
): One[] {
	const likenessTo = similarity(words);
	const alike = new Map(all.map((one) => [one, likenessTo(one.nameWords)]));
	const compare = new Intl.Collator('en', { numeric: true }).compare;
	return all.toSorted(
		(one, other) =>
			(alike.get(other) ?? 0) - (alike.get(one) ?? 0) || compare(one.nameWords, other.nameWords)
	);
}
