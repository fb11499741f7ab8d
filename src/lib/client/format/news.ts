import * as m from '../../paraglide/messages.js';
import type { Row } from './earlier-rows';

/** Up to so many changes are named one by one; more are counted. */
const mostNamed = 3;

/** What others did to the rows with these uids, between what the page showed and what it shows now. */
export function newsOf(before: Row[], now: Row[], changed: string[]): string {
	if (changed.length > mostNamed) return m.items_changed({ count: changed.length });
	return changed
		.map((uid) => wordsFor(before.find(is(uid)), now.find(is(uid))))
		.filter(Boolean)
		.join(' ');
}

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
