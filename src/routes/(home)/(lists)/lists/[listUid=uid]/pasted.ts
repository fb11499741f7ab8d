import type { WrittenLine } from '$lib/client/format/quick-add';

/** How a pasted line stands to the list: not on it, on it already, or on it and ticked, to be brought back. */
const standings = ['new', 'listed', 'ticked'] as const;
export type Standing = (typeof standings)[number];
export type PastedLine = WrittenLine & {
	standing: Standing;
	/** Why it cannot be added as it is written, in one sentence; "" where it can. */
	problem: string;
	/** What the preview says of it. */
	words: string;
	/** Whether its box is ticked when the preview is shown. */
	isChosen: boolean;
};

/** The name under which a preview sends a chosen line: its index, and how it stood to the list when it was shown. */
export const nameOf = (line: PastedLine, index: number): string => `${index} ${line.standing}`;

/** The lines that a preview was sent without. */
export function leftOutOf(lines: PastedLine[], names: string[]): PastedLine[] {
	const named = new Set(names.map((name) => Number.parseInt(name)));
	return lines.filter((_, index) => !named.has(index));
}

/** The lines as they were chosen when the preview was sent. */
export function asChosen(lines: PastedLine[], names: string[]): PastedLine[] {
	const left = leftOutOf(lines, names);
	return lines.map((line) => ({ ...line, isChosen: !left.includes(line) }));
}

/** The lines that a preview was sent with. One that is on the list already is added again only if the preview had said so. */
export function chosenOf(
	lines: PastedLine[],
	names: string[]
): (WrittenLine & { again: boolean })[] {
	return names.flatMap((name) => {
		const [index, shown] = name.split(' ');
		const line = lines[Number(index)];
		if (!line) return [];
		const { label, quantity, dueOn } = line;
		const standing = standings.find((known) => known === shown);
		return standing ? [{ label, quantity, dueOn, again: standing === 'listed' }] : [];
	});
}
