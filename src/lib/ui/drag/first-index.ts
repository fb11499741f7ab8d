/**
 * The index of the first element that passes, found by halves: all after it pass as well. The number of elements where none passes.
 * Where to measure an element takes long, few of many are measured.
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
