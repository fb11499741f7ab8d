import { labelKey } from './fold.ts';

/** Something that a list has held, and how much of it there was the last time. */
export type Suggestion = { label: string; quantity: string };

/** As many as are shown at once. */
export const mostShown = 5;

/**
 * What fits the words that are typed: in any part of a word, without case and accents, once each, and not what is open. What
 * begins with the words is the likeliest; else it stays in order.
 */
export function suggestedFor(words: string, known: Suggestion[], open: string[]): Suggestion[] {
	const query = labelKey(words);
	const taken = new Set(open.map(labelKey));
	const [first, later]: [Suggestion[], Suggestion[]] = [[], []];
	for (const { label, quantity } of known) {
		const key = labelKey(label);
		if (taken.has(key) || !key.includes(query)) continue;
		taken.add(key);
		(key.startsWith(query) ? first : later).push({ label, quantity });
	}
	return [...first, ...later].slice(0, mostShown);
}
