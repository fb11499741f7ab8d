/**
 * The index of the first element that passes, by binary search, since all elements after it pass as well. Returns the number of
 * elements where none passes. Few elements are measured, because measuring one takes long.
 */
export function firstIndex<T>(elements: readonly T[], passes: (element: T) => boolean): number {
	let [from, to] = [0, elements.length];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if (passes(elements[middle] as T)) to = middle;
		else from = middle + 1;
	}
	return from;
}
