type Placed = { uid: string; done: boolean; sectionUid: string };

/** Where an item stands, or is to stand: below which others of its section, the nearest first. */
export type Place = { below: string[]; sectionUid?: string };

export const steps = ['up', 'down', 'top'] as const;

export type Step = (typeof steps)[number];

export const isStep = (word: unknown): word is Step => steps.some((step) => step === word);

/** How many of those above an item its place names: the rest would only weigh, in each move that waits to be sent. */
const maxNeighbours = 100;

/** The places of a list. `sections` are the uids of its sections, in their order. */
export function placesOf(items: readonly Placed[], sections: readonly string[]) {
	const inSection = (sectionUid: string) => items.filter((item) => item.sectionUid === sectionUid);
	const sectionOf = (itemUid: string) => items.find(({ uid }) => uid === itemUid)?.sectionUid ?? '';
	/** In a list without sections a place names none. */
	const place = (sectionUid: string, above: string[]): Place => {
		const below = above.slice(0, maxNeighbours);
		return sections.length > 0 ? { below, sectionUid } : { below };
	};

	/** Where an item stands. */
	function of(itemUid: string): Place {
		const sectionUid = sectionOf(itemUid);
		return place(sectionUid, above(inSection(sectionUid), itemUid));
	}

	function endOf(sectionUid: string, itemUid: string): Place {
		const others = inSection(sectionUid).filter(({ uid }) => uid !== itemUid);
		return place(sectionUid, others.map(({ uid }) => uid).reverse());
	}

	/** Right below another item of a section, or at the top of the section where `otherUid` is "". */
	function below(itemUid: string, sectionUid: string, otherUid: string): Place {
		const others = inSection(sectionUid).filter(({ uid }) => uid !== itemUid);
		return place(sectionUid, otherUid ? [otherUid, ...above(others, otherUid)] : []);
	}

	/**
	 * Where an item stands after a step. Ticked items are folded away, so a step passes them by. Beyond the edge of its section
	 * it comes to the next one. Undefined where it stays.
	 */
	function after(itemUid: string, step: Step): Place | undefined {
		const sectionUid = sectionOf(itemUid);
		if (step === 'top') return place(sectionUid, []);
		const around = inSection(sectionUid);
		const open = around.filter(({ uid, done }) => !done || uid === itemUid);
		const at = open.findIndex(({ uid }) => uid === itemUid);
		const neighbour = open[step === 'up' ? at - 1 : at + 1];
		if (!neighbour) return beyond(itemUid, sectionUid, step);
		const below = above(around, neighbour.uid).filter((uid) => uid !== itemUid);
		return place(sectionUid, step === 'up' ? below : [neighbour.uid, ...below]);
	}

	function beyond(itemUid: string, sectionUid: string, step: 'up' | 'down'): Place | undefined {
		const all = ['', ...sections];
		const next = all[all.indexOf(sectionUid) + (step === 'up' ? -1 : 1)];
		if (next === undefined) return undefined;
		return step === 'up' ? endOf(next, itemUid) : place(next, []);
	}

	return { of, endOf, below, after };
}

/** What stands above an item, the nearest first. */
function above(items: readonly Placed[], itemUid: string): string[] {
	const at = items.findIndex(({ uid }) => uid === itemUid);
	return items
		.slice(0, at)
		.map(({ uid }) => uid)
		.reverse();
}
