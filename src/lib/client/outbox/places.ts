type Placed = { uid: string; done: boolean };

/** What stands above an item, the nearest first. */
export const above = (items: readonly Placed[], itemUid: string): string[] =>
	items
		.slice(
			0,
			items.findIndex(({ uid }) => uid === itemUid)
		)
		.map(({ uid }) => uid)
		.reverse();

export type Step = 'up' | 'down' | 'top';

export const isStep = (word: unknown): word is Step =>
	word === 'up' || word === 'down' || word === 'top';

/**
 * What an item stands below after a step, the nearest first. Ticked items are folded away, so a step passes them by.
 * Undefined where it stays.
 */
export function belowAfter(
	items: readonly Placed[],
	itemUid: string,
	step: Step
): string[] | undefined {
	if (step === 'top') return [];
	const open = items.filter(({ uid, done }) => !done || uid === itemUid);
	const at = open.findIndex(({ uid }) => uid === itemUid);
	const neighbour = open[step === 'up' ? at - 1 : at + 1];
	if (!neighbour) return undefined;
	const below = above(items, neighbour.uid).filter((uid) => uid !== itemUid);
	return step === 'up' ? below : [neighbour.uid, ...below];
}
