import { marksIn, unmarkedLines, withMark } from './marks.ts';

/** Whether two notes differ in nothing but marks. */
export const isSameButMarks = (one: string, other: string): boolean =>
	one === other || unmarkedLines(one).join('\n') === unmarkedLines(other).join('\n');

/**
 * A note that somebody else wrote, with the marks that `mine` changed of `base`. Undefined where `mine` changed more than
 * marks, or where the line of a changed mark is gone.
 */
export function withMarksOf(mine: string, base: string, theirs: string): string | undefined {
	if (!isSameButMarks(mine, base)) return undefined;
	const before = marksIn(base);
	const turned = [...marksIn(mine)].filter(([line, isSet]) => before.get(line) !== isSet);
	const lines = unmarkedLines(base);
	const among = unmarkedLines(theirs);
	let merged = theirs;
	for (const [line, isSet] of turned) {
		const place = placeOf(lines, line, among);
		if (place < 0) return undefined;
		merged = withMark(merged, place, isSet);
	}
	return merged;
}

/** Where a line stands among other lines; -1 for nowhere. Of equal lines, the second matches the second. */
function placeOf(lines: string[], line: number, among: string[]): number {
	const text = lines[line];
	const places = among.flatMap((other, place) => (other === text ? [place] : []));
	const rank = lines.slice(0, line).filter((other) => other === text).length;
	return places[rank] ?? -1;
}
