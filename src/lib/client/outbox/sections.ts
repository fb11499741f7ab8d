import { placeKey } from '../format/place-key';

/** A section of a list, and the keys of the labels that go there by themselves. */
export type Section = { uid: string; labels: readonly string[] };

type InSection = { sectionUid: string };
type Placed = InSection & { uid: string; label: string };

/** Finds the section that an item goes to because of its label, as the server will find it. */
export function placesOn(sections: readonly Section[]) {
	let known: Map<string, string> | undefined;
	const remembered = () =>
		(known ??= new Map(sections.flatMap(({ uid, labels }) => labels.map((label) => [label, uid]))));

	return {
		sectionFor: (label: string): string =>
			sections.length > 0 ? (remembered().get(placeKey(label)) ?? '') : '',
		/** Learns from a move to another section that the item's label belongs there. */
		learn(items: readonly Placed[], move: { itemUid: string; sectionUid?: string }): void {
			const moved = items.find(({ uid }) => uid === move.itemUid);
			if (moved && move.sectionUid !== undefined && move.sectionUid !== moved.sectionUid)
				remembered().set(placeKey(moved.label), move.sectionUid);
		}
	};
}

/** Items in the order of their sections; those in none come first. */
export function sectionBySection<Item extends InSection>(
	items: readonly Item[],
	sections: readonly { uid: string }[]
): Item[] {
	const ranks = new Map(sections.map(({ uid }, rank) => [uid, rank]));
	const rankOf = ({ sectionUid }: InSection) => ranks.get(sectionUid) ?? -1;
	return items.toSorted((one, other) => rankOf(one) - rankOf(other));
}
