import { count, lines, namedLine, where, type Item, type Named } from './words.ts';

/** The items that were changed, and those that already were as requested. */
export function doneLines(
	did: string,
	items: Item[],
	unchangedUids: string[],
	place: string,
	line: (item: Item) => string
): string {
	const unchanged = items.filter(({ uid }) => unchangedUids.includes(uid));
	const changed = items.filter(({ uid }) => !unchangedUids.includes(uid));
	return lines(
		changed.length > 0
			? `${did} ${count(changed.length, 'item')}${place}:`
			: `Nothing was changed${place}.`,
		...changed.map(line),
		unchanged.length > 0 && 'So before, and left as they were:',
		...unchanged.map(line)
	);
}

export function removedLines(
	what: string,
	removed: { uid: string; label: string }[],
	lists: Named[]
): string {
	if (removed.length === 0)
		return `There was no ${what}${where('on', lists)}. Nothing was deleted.`;
	return lines(
		`Deleted ${count(removed.length, what)}${where('from', lists)}:`,
		...removed.map(({ uid, label }) => namedLine({ uid, name: label })),
		'restore_entries brings them back for 30 days.'
	);
}
