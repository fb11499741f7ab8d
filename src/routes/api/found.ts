/** Says how much of each kind was found, as the beginning of a sentence: "One section and 2 addresses hold". */
export function foundWords(counts: Record<Kind, number>): string {
	const found = kinds.filter(([kind]) => counts[kind] > 0);
	if (found.length === 0) return 'Nothing here holds';
	const parts = found.map(([kind, one]) => (counts[kind] === 1 ? one : `${counts[kind]} ${kind}`));
	const words = new Intl.ListFormat('en-GB').format(parts);
	const isOne = found.length === 1 && parts[0] === found[0]?.[1];
	return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${isOne ? 'holds' : 'hold'}`;
}

type Kind = 'sections' | 'addresses' | 'resources';

const kinds: [many: Kind, one: string][] = [
	['sections', 'one section'],
	['addresses', 'one address'],
	['resources', 'one resource']
];
