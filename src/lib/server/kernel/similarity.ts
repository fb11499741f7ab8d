/**
 * Returns a function that says how much a text resembles `wanted`: from 0, nothing in common, to 1, the same pairs of letters
 * (Dice's coefficient). Linear in the length of both.
 */
export function similarity(wanted: string): (text: string) => number {
	const asked = pairsOf(wanted);
	return (text) => {
		const pairs = pairsOf(text);
		return (2 * pairs.intersection(asked).size) / (pairs.size + asked.size);
	};
}

/** Every two letters that stand beside each other, with a space at both ends. */
function pairsOf(text: string): Set<string> {
	const padded = ` ${text} `;
	return new Set(Array.from({ length: text.length + 1 }, (_, at) => padded.slice(at, at + 2)));
}
