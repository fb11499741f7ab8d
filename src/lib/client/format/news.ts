import * as m from '../../paraglide/messages.js';

type Row = { uid: string; label: string; done: boolean; addedByName: string; doneByName: string };

/** Changes that are named one by one; more are counted. */
const mostNamed = 3;

/** What others did to the rows with these uids, between what the page showed and what it shows now. */
export function newsOf(before: Row[], now: Row[], changed: string[]): string {
	if (changed.length > mostNamed) return m.items_changed({ count: changed.length });
	return changed
		.map((uid) => wordsFor(before.find(is(uid)), now.find(is(uid))))
		.filter(Boolean)
		.join(' ');
}

/**
 * Tells the same as the rows of a page change. They may change before it is told who changed them, so each row that changed
 * is compared with what it was before it last did.
 */
export function newsTeller(first: Row[]): (now: Row[], changed: string[]) => string {
	let shown = byUid(first);
	const earlier = new Map<string, Row | undefined>();
	return (now, changed) => {
		const next = byUid(now);
		for (const uid of new Set([...shown.keys(), ...next.keys()]))
			if (shown.get(uid) !== next.get(uid)) earlier.set(uid, shown.get(uid));
		shown = next;
		const was = changed.flatMap((uid) => (earlier.has(uid) ? earlier : shown).get(uid) ?? []);
		return newsOf(was, now, changed);
	};
}

const byUid = (rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [row.uid, row]));

const is = (uid: string) => (row: Row) => row.uid === uid;

function wordsFor(was: Row | undefined, row: Row | undefined): string {
	if (!row) return was ? m.item_gone({ label: was.label }) : '';
	const { label } = row;
	if (!was) return m.item_added_by({ name: row.addedByName || m.someone(), label });
	if (row.done === was.done) return m.item_changed({ label });
	return row.done
		? m.item_ticked_by({ name: row.doneByName || m.someone(), label })
		: m.item_open_again({ label });
}
