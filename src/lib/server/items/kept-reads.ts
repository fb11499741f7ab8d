import { madeOnce } from '../../client/format/made-once.ts';
import { reused } from '../../client/format/reused.ts';
import { credentialOf, may, type MemberCaller } from '../kernel/caller.ts';
import { asList, type List, type ListRow } from '../lists/list.ts';
import type { KnownSection } from '../sections/section.ts';
import { knownSectionsOf, type KnownRow } from '../sections/store.ts';
import type { PlacedItem } from './fields.ts';
import type { Newest } from './newest.ts';
import { itemsOf } from './store.ts';

export type ListRead = { list: List; items: PlacedItem[]; sections: KnownSection[] };

/** A list as one query reads it, with its items as JSON. */
export type WholeRow = Omit<ListRow, 'openCount' | 'doneCount'> &
	Newest &
	KnownRow & { items: string };

/**
 * The same objects as before, where the list has not changed: their JSON is made once. For each credential, so that nobody is given what was
 * made for another.
 */
export function readFor(row: WholeRow, caller: MemberCaller): ListRead {
	const reads = readsOf(row);
	const asker = `${credentialOf(caller)} ${may(caller, 'read')} ${may(caller, 'write')}`;
	const known = reads.get(asker);
	if (known) return known;
	if (reads.size === maxReads) reads.clear();
	const read = reused(asRead(row, caller));
	reads.set(asker, read);
	return read;
}

const readsOf = madeOnce((_row: WholeRow) => new Map<string, ListRead>());

/** A script may sign in for each read, and a list may stay as it is for months. */
const maxReads = 20;

function asRead(row: WholeRow, caller: MemberCaller): ListRead {
	const items = itemsOf(row);
	const doneCount = items.filter(({ done }) => done).length;
	const openCount = items.length - doneCount;
	const list = asList({ ...row, openCount, doneCount }, caller);
	return { list, items, sections: knownSectionsOf(row) };
}
