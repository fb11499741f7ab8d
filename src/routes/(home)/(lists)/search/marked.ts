/** A text in pieces, those marked that begin with one of the words searched for, whatever their case and accents. */
export function marked(text: string, query: string): { piece: string; isHit: boolean }[] {
	const wanted = wordsIn(fold(query));
	return text
		.split(/([\p{L}\p{N}\p{M}]+)/u)
		.filter(Boolean)
		.map((piece) => ({ piece, isHit: wanted.some((word) => fold(piece).startsWith(word)) }));
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function fold(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase();
}
