import { plural } from './plural.ts';

type Row = { uid: string; label: string; done: boolean; addedByName: string; doneByName: string };

/** So many changes are named one by one; more are counted. */
const mostNamed = 3;

/** What others did to the rows with these uids, between what the page showed and what it shows now. */
export function newsOf(before: Row[], now: Row[], changed: string[]): string {
	if (changed.length > mostNamed) return `${plural(changed.length, 'item')} changed.`;
	return changed
		.map((uid) => wordsFor(before.find(is(uid)), now.find(is(uid))))
		.filter(Boolean)
		.join(' ');
}

const is = (uid: string) => (row: Row) => row.uid === uid;

function wordsFor(was: Row | undefined, row: Row | undefined): string {
	if (!row) return was ? `${was.label} is no longer on the list.` : '';
	if (!was) return `${row.addedByName || 'Someone'} added ${row.label}.`;
	if (row.done === was.done) return `${row.label} was changed.`;
	return row.done
		? `${row.doneByName || 'Someone'} ticked ${row.label}.`
		: `${row.label} is open again.`;
}
