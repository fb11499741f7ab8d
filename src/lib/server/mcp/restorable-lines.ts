import { lines, trashLine } from './words.ts';

export function restorableLines(
	entries: Parameters<typeof trashLine>[0][],
	whereMore = 'in structuredContent'
): string {
	if (entries.length === 0) return 'There is nothing that could be restored.';
	const moreCount = entries.length - maxRestorable;
	return lines(
		'What can be restored, the latest deletion first:',
		...entries.slice(0, maxRestorable).map(trashLine),
		moreCount > 0 && `… and ${moreCount} more, ${whereMore}.`
	);
}

const maxRestorable = 50;
