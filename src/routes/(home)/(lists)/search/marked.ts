import { foldLetters } from '$lib/client/format/fold';

type Piece = { piece: string; isHit: boolean };

/**
 * A text in pieces. A word is a hit where it begins with a word of the query, whatever its case, accents and rare letters. No piece
 * between words is a space alone: Chromium leaves it out of the name of a link, and "Oat milk" is read as "Oatmilk".
 */
export function marked(text: string, query: string): Piece[] {
	const wanted = foldLetters(query).match(/[\p{L}\p{N}]+/gu) ?? [];
	const parts = text.split(/([\p{L}\p{N}\p{M}]+)/u).filter(Boolean);
	const hits = parts.map((part) => wanted.some((word) => foldLetters(part).startsWith(word)));
	const pieces: Piece[] = [];
	for (const [index, part] of parts.entries()) {
		const isBetweenHits = !part.trim() && hits[index - 1] && hits[index + 1];
		const isHit = Boolean(hits[index] || isBetweenHits);
		const last = pieces.at(-1);
		if (last?.isHit === isHit) last.piece += part;
		else pieces.push({ piece: part, isHit });
	}
	return pieces;
}
