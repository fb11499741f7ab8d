import { readLines } from '$lib/written-line';

/** A pasted line beside the list: not on it, on it already, or on it and ticked, to be brought back. */
const standings = ['new', 'listed', 'ticked'] as const;
export type Standing = (typeof standings)[number];
export type PastedLine = {
	label: string;
	quantity: string;
	standing: Standing;
	itemUid: string;
	/** Why it cannot be added as it is written, in one sentence; "" where it can. */
	problem: string;
};

/**
 * Every line of a text with how it stands to the list; a line written twice is on the list the second time.
 * `problemOf` says what is wrong with a label.
 */
export function pastedLines(
	text: string,
	items: Listed[],
	problemOf: (label: string) => string
): PastedLine[] {
	const standing = standingsOn(items);
	const written = new Set<string>();
	return readLines(text).map(({ label, quantity }) => {
		const words = plain(label);
		const twice = written.has(words);
		written.add(words);
		return {
			label,
			quantity,
			problem: problemOf(label),
			...(twice ? { standing: 'listed' as const, itemUid: '' } : standing(words))
		};
	});
}

/** What is added or brought back when nobody says otherwise. */
export const isTaken = ({ standing }: PastedLine): boolean => standing !== 'listed';

/** How a preview names a line it was asked to take: which one, and how that stood when it was shown. */
export const nameOf = (line: PastedLine, index: number): string => `${index} ${line.standing}`;

/** The lines that a preview was sent with. */
export function chosenOf(lines: PastedLine[], names: string[]): PastedLine[] {
	return names.flatMap((name) => {
		const [index, shown] = name.split(' ');
		const line = lines[Number(index)];
		const standing = standings.find((known) => known === shown);
		return line && standing ? [{ ...line, standing }] : [];
	});
}

/**
 * What to do with the lines that were chosen, going by the list as it is now: somebody may have added or ticked one
 * since they were shown. Only who saw that a line is listed already, and chose it, gets it twice.
 */
export function decided(chosen: PastedLine[], items: Listed[]) {
	const standing = standingsOn(items);
	const back: PastedLine[] = [];
	const fresh: PastedLine[] = [];
	for (const line of chosen) {
		const now = standing(plain(line.label));
		if (now.standing === 'ticked' && line.standing !== 'listed')
			back.push({ ...line, itemUid: now.itemUid });
		else if (now.standing !== 'listed' || line.standing === 'listed') fresh.push(line);
	}
	return { back, fresh };
}

type Listed = { uid: string; label: string; done: boolean };

function standingsOn(items: Listed[]): (words: string) => Pick<PastedLine, 'standing' | 'itemUid'> {
	const open = new Set<string>();
	const ticked = new Map<string, string>();
	for (const { uid, label, done } of items)
		if (done) ticked.set(plain(label), uid);
		else open.add(plain(label));
	return (words) => {
		if (open.has(words)) return { standing: 'listed', itemUid: '' };
		const itemUid = ticked.get(words);
		return itemUid ? { standing: 'ticked', itemUid } : { standing: 'new', itemUid: '' };
	};
}

/** Without case, accents and outer spaces. */
function plain(label: string): string {
	return label
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.trim();
}
