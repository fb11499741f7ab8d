import { similarity } from '../kernel/similarity.ts';

/** All of them, those with the name that is most like these words first, and then by name. */
export function mostAlikeFirst<One extends { nameWords: string }>(
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
