import { keyOf, labelKey } from './fold.ts';

/** Something that a list has held, and how much of it there was the last time. */
export type Suggestion = { label: string; quantity: string };

/** How many suggestions are shown at once. */
export const mostShown = 5;

/**
 * The suggestions that contain what is typed, whatever its case and accents. Each comes once, and none that is open on the list.
 * Those that begin with what is typed come first; else the order stays.
 */
export function suggestedFor(
	words: string,
	known: Suggestion[],
	open: { label: string }[]
): Suggestion[] {
	const query = labelKey(words);
	const taken = new Set(open.map(keyOf));
	const [first, later]: [Suggestion[], Suggestion[]] = [[], []];
	for (const suggestion of known) {
		const key = keyOf(suggestion);
		if (taken.has(key) || !key.includes(query)) continue;
		taken.add(key);
		const { label, quantity } = suggestion;
		(key.startsWith(query) ? first : later).push({ label, quantity });
	}
	return [...first, ...later].slice(0, mostShown);
}
