import { sectionLines } from './sectioned-list.ts';
import { count, lines, listLine, type List, type Named } from './words.ts';
import type { Page } from './pagination.ts';

/** The list, what is shown of it, and how to be shown the rest. */
export function pageLines(
	list: List,
	{ items, moreCount, filled }: Page,
	includeDone: boolean,
	sections: Named[]
): string {
	const hiddenCount = includeDone ? 0 : list.doneCount;
	const last = items.at(-1);
	return lines(
		listLine(list),
		...sectionLines(items, sections, filled),
		moreCount > 0 && `… and ${moreCount} more: read on with afterItemUid ${last?.uid}.`,
		hiddenCount > 0 &&
			`${count(hiddenCount, 'ticked item')} not shown: ask with includeDone to see ${hiddenCount === 1 ? 'it' : 'them'}.`
	);
}
