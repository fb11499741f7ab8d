/** A row that can be dragged. Its key stays the same when it gets another uid. */
export type Row = { uid: string; key: string; label: string; done: boolean; sectionUid: string };

/** Where a row is to stand, by its neighbours: the keys of those above it in its section, the nearest first. */
export type DropPlace = { sectionUid: string; below: string[] };

export function dropPlaceOf(rows: readonly Row[], key: string): DropPlace {
	const sectionUid = rows.find((row) => row.key === key)?.sectionUid ?? '';
	const around = rows.filter((row) => row.sectionUid === sectionUid);
	const at = around.findIndex((row) => row.key === key);
	const above = around.slice(0, Math.max(at, 0)).reverse();
	return { sectionUid, below: above.map((row) => row.key) };
}

/** The place right below a row of a section, or at its top. */
export function dropPlaceBelow(
	rows: readonly Row[],
	moved: string,
	{ sectionUid, key }: { sectionUid: string; key: string }
): DropPlace {
	const others = rows.filter((row) => row.key !== moved);
	return { sectionUid, below: key ? [key, ...dropPlaceOf(others, key).below] : [] };
}

/** The rows with one of them at another place: below the nearest neighbour that is there, or at the top of the section. */
export function withRowAt<R extends Row>(rows: readonly R[], key: string, place: DropPlace): R[] {
	const row = rows.find((found) => found.key === key);
	if (!row) return [...rows];
	const others = rows.filter((other) => other !== row);
	const isThere = (other: Row) => other.sectionUid === place.sectionUid;
	const above = place.below.find((wanted) =>
		others.some((other) => other.key === wanted && isThere(other))
	);
	const at = others.findIndex((other) => other.key === above) + 1;
	const { sectionUid } = place;
	return others.toSpliced(at, 0, row.sectionUid === sectionUid ? row : { ...row, sectionUid });
}

export const isSamePlace = (one: DropPlace, other: DropPlace): boolean =>
	one.sectionUid === other.sectionUid && one.below[0] === other.below[0];
