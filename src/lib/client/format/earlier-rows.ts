export type Row = {
	uid: string;
	label: string;
	done: boolean;
	addedByName: string;
	doneByName: string;
};

/**
 * Remembers how each row of a page was before its last change, and returns that for the given uids. A row may change on the page
 * before the event says who changed it.
 */
export function earlierRows(first: Row[]): (now: Row[], changed: string[]) => Row[] {
	let shown = byUid(first);
	const earlier = new Map<string, Row | undefined>();
	return (now, changed) => {
		const next = byUid(now);
		for (const uid of new Set([...shown.keys(), ...next.keys()]))
			if (shown.get(uid) !== next.get(uid)) earlier.set(uid, shown.get(uid));
		shown = next;
		return changed.flatMap((uid) => (earlier.has(uid) ? earlier : shown).get(uid) ?? []);
	};
}

const byUid = (rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [row.uid, row]));
