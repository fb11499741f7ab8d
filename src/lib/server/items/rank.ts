/**
 * Where an item stands among its neighbours: a number between theirs. A double leaves room for some fifty placements into one gap, or
 * a thousand behind rank 0; then `renumber` in `store.ts` numbers the list anew.
 */

/** The distance between two neighbours on a list that was never reordered. */
export const rankStep = 1024;

/** A rank strictly between two neighbours, either of which may not exist; undefined where the gap is closed. */
export function rankBetween(
	before: number | undefined,
	after: number | undefined
): number | undefined {
	if (before === undefined && after === undefined) return 0;
	if (before === undefined) return roomBeyond(after, -rankStep);
	if (after === undefined) return roomBeyond(before, rankStep);
	const middle = before + (after - before) / 2;
	return before < middle && middle < after ? middle : undefined;
}

/** `count` ranks after `last`, in order. */
export function ranksAfter(last: number | undefined, count: number): number[] {
	const first = last === undefined ? 0 : last + rankStep;
	return Array.from({ length: count }, (_, index) => first + index * rankStep);
}

/** `count` ranks before `first`, in order. */
export function ranksBefore(first: number | undefined, count: number): number[] {
	return ranksAfter((first ?? 0) - (count + 1) * rankStep, count);
}

function roomBeyond(neighbour: number | undefined, step: number): number | undefined {
	if (neighbour === undefined) return undefined;
	const beyond = neighbour + step;
	return Number.isSafeInteger(Math.trunc(beyond)) && beyond !== neighbour ? beyond : undefined;
}
