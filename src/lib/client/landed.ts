import * as m from '$lib/paraglide/messages';

/** Where the label of an added line was before: not on the list, on it and ticked, or on it and open. */
const standings = ['new', 'ticked', 'listed'] as const;

/**
 * What became of a line: the item that it names now. An item that was listed already is left alone, whatever its quantity and date.
 */
export type Landed = {
	uid: string;
	standing: (typeof standings)[number];
	quantity: string;
	dueOn: string;
};

/** The page's address with what became of the line, so that it is told without script too. */
export function withLanded(path: string, { uid, standing, quantity, dueOn }: Landed): string {
	const told = { added: uid, standing, quantity, ...(dueOn ? { dueOn } : {}) };
	return `${path}?${new URLSearchParams(told)}`;
}

export function landedAt({ searchParams }: URL): Landed | undefined {
	const uid = searchParams.get('added');
	const standing = standings.find((known) => known === searchParams.get('standing'));
	if (!uid || !standing) return undefined;
	const [quantity, dueOn] = [searchParams.get('quantity') ?? '', searchParams.get('dueOn') ?? ''];
	return { uid, standing, quantity, dueOn };
}

/** The sentence that tells what became of the line. */
export function landedWords({ standing }: Landed, label: string): string {
	if (standing === 'listed') return m.landed_listed({ label });
	return standing === 'ticked' ? m.landed_ticked({ label }) : m.landed_added({ label });
}
