/**
 * Told each time what a page shows, it answers with the rows as they were before they changed. They may change before it is
 * told who changed them, so each row that changed is what it was before it last did.
 */
export function earlierRows<Row extends { uid: string }>(
	first: Row[]
): (now: Row[], changed: string[]) => Row[] {
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

const byUid = <Row extends { uid: string }>(rows: Row[]): Map<string, Row> =>
	new Map(rows.map((row) => [row.uid, row]));
