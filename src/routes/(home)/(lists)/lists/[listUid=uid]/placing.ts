/**
 * After which item to place this one so that it moves one step among the open items, or to the top; "" is the top.
 * Ticked items are folded away, so a step passes them by. Undefined where it stays.
 */
export function anchorFor(items: Placed[], itemUid: string, where: string): string | undefined {
	if (where === 'top') return '';
	const open = items.filter(({ uid, done }) => !done || uid === itemUid);
	const at = open.findIndex(({ uid }) => uid === itemUid);
	const above = open[at - 1];
	if (where === 'up' && above) return before(items, above.uid);
	return where === 'down' && at >= 0 ? open[at + 1]?.uid : undefined;
}

/** The item above this one, ticked or not; "" where it is the first. */
export function before(items: { uid: string }[], itemUid: string): string {
	return items[items.findIndex(({ uid }) => uid === itemUid) - 1]?.uid ?? '';
}

type Placed = { uid: string; done: boolean };
