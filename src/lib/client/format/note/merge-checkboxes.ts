import { checkboxesIn, linesWithoutChecks, withCheckbox } from './checkboxes.ts';

/** Whether two notes differ in nothing but checkboxes. */
export const isSameButCheckboxes = (one: string, other: string): boolean =>
	one === other || linesWithoutChecks(one).join('\n') === linesWithoutChecks(other).join('\n');

/**
 * A note that somebody else wrote, with the checkboxes that `mine` changed of `base`. Undefined where `mine` changed more than
 * checkboxes, or where the line of a changed one is gone.
 */
export function withCheckboxesOf(mine: string, base: string, theirs: string): string | undefined {
	if (!isSameButCheckboxes(mine, base)) return undefined;
	const before = checkboxesIn(base);
	const turned = [...checkboxesIn(mine)].filter(
		([line, isChecked]) => before.get(line) !== isChecked
	);
	const lines = linesWithoutChecks(base);
	const among = linesWithoutChecks(theirs);
	let merged = theirs;
	for (const [line, isChecked] of turned) {
		const place = placeOf(lines, line, among);
		if (place < 0) return undefined;
		merged = withCheckbox(merged, place, isChecked);
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
