import { lists } from '../lists/operations.ts';
import { sectioned } from './answers.ts';
import { withMore } from './lean.ts';
import { itemLine, lines, listLine, namedLine, type Item, type List, type Named } from './words.ts';

/** A list as assistants read it: with its sections, each named before its first item. */

export const getWholeList = withMore(lists.getList, sectioned);

export type InSection = Item & { sectionUid: string };

/** All of a list, in its order. */
export const printed = (list: List, on: InSection[], sections: Named[]): string =>
	lines(listLine(list), ...sectionLines(on, sections));

/**
 * A line for each item, and before the first item of a section a line that names the section. A section without an item here is
 * named at the end; `filled` are the uids of those that hold some item of the list.
 */
export function sectionLines(
	items: InSection[],
	sections: Named[],
	filled: ReadonlySet<string> = new Set()
): string[] {
	const headed = new Map(
		sections.map((section) => [section.uid, `Section ${namedLine(section)}:`])
	);
	const heading = ({ sectionUid }: InSection): string[] => {
		const line = headed.get(sectionUid);
		headed.delete(sectionUid);
		return line ? [line] : [];
	};
	const shown = items.flatMap((item) => [...heading(item), itemLine(item)]);
	const unshown = [...headed].map(
		([uid, line]) => `${line} ${filled.has(uid) ? 'its items are not shown' : 'nothing here'}.`
	);
	return [...shown, ...unshown];
}
