import { may } from '../caller.ts';
import { Prisma } from '../../platform/database.ts';
import { inReach } from '../reach.ts';
import { wordsOf } from '../text.ts';
import { actor, type Unit } from '../unit.ts';

export type Named = { uid: string; name: string };

/** So many are named to whoever asked for one that is not there. */
const mostOffered = 20;

/**
 * The lists in reach, archived ones too, of exactly this name; and, for a caller who may read, those that may have
 * been meant, the most alike first, with how many more there are.
 */
export async function findLists(
	unit: Unit,
	{ name }: { name: string }
): Promise<{ found: Named[]; candidates: Named[]; moreCount: number }> {
	const caller = actor(unit);
	const rows = await unit.db.$queryRaw<(Named & { nameWords: string })[]>(Prisma.sql`
		SELECT l."uid", l."name", l."nameWords" FROM "List" l WHERE ${inReach(caller)} ORDER BY l."uid"`);
	const found = rows.filter((list) => list.name === name);
	if (found.length === 1 || !may(caller, 'read')) return { found, candidates: [], moreCount: 0 };
	const meant = found.length > 1 ? found : mostAlikeFirst(rows, wordsOf(name));
	return {
		found,
		candidates: meant.slice(0, mostOffered),
		moreCount: Math.max(0, meant.length - mostOffered)
	};
}

function mostAlikeFirst<One extends { nameWords: string }>(all: One[], words: string): One[] {
	const asked = pairsOf(words);
	const likeness = new Map(all.map((one) => [one, shared(pairsOf(one.nameWords), asked)]));
	const compare = new Intl.Collator('en', { numeric: true }).compare;
	return [...all].sort(
		(one, other) =>
			(likeness.get(other) ?? 0) - (likeness.get(one) ?? 0) ||
			compare(one.nameWords, other.nameWords)
	);
}

/** Every two letters that stand beside each other. */
const pairsOf = (words: string): Set<string> =>
	new Set(Array.from({ length: words.length + 1 }, (_, at) => ` ${words} `.slice(at, at + 2)));

/** From 0, nothing in common, to 1, the same: Dice's coefficient. */
function shared(one: Set<string>, other: Set<string>): number {
	return (2 * one.intersection(other).size) / (one.size + other.size);
}
