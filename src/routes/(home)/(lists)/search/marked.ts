import { foldLetters } from '$lib/client/format/fold';

/** A text in pieces. A word is a hit where it begins with a word of the query, whatever its case, accents and rare letters. */
export function marked(text: string, query: string): { piece: string; isHit: boolean }[] {
	const wanted = foldLetters(query).match(/[\p{L}\p{N}]+/gu) ?? [];
	return text
		.split(/([\p{L}\p{N}\p{M}]+)/u)
		.filter(Boolean)
		.map((piece) => ({
			piece,
			isHit: wanted.some((word) => foldLetters(piece).startsWith(word))
		}));
}
