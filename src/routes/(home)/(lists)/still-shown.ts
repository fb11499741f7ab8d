type Entry = { item: { uid: string } };

/**
 * What is due, with those of `before` among it that stay a little, each where it stood. `staying` returns such an entry as it is
 * shown, and undefined for one that leaves.
 */
export function stillShown<Shown extends Entry>(
	due: Shown[],
	before: Shown[],
	staying: (entry: Shown) => Shown | undefined
): Shown[] {
	const all = [...due];
	const uids = new Set(due.map(({ item }) => item.uid));
	for (const [index, entry] of before.entries()) {
		if (uids.has(entry.item.uid)) continue;
		const shown = staying(entry);
		if (!shown) continue;
		uids.add(entry.item.uid);
		all.splice(Math.min(index, all.length), 0, shown);
	}
	return all;
}
