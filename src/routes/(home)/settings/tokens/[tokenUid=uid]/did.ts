import type { z } from 'zod';
import type { tokens } from '$lib/server/tokens/operations';
import { relativeTime } from '$lib/client/format/relative-time';

export type Change = z.output<typeof tokens.getTokenChanges.output>['changes'][number];

/** A Change as a line says it: "Added", its item, "to", its list; each with its address. */
export function asLine(change: Change, inTrash: ReadonlySet<string>, now: Date) {
	const { kind, itemUid, label, listUid, listName, at } = change;
	const [verb, joining] = words[kind] ?? ['Changed', 'on'];
	const when = relativeTime(at, now);
	const list = { name: listName, path: `/lists/${listUid}` };
	if (!itemUid) return { verb, thing: list, joining: '', list: null, when };
	const path = inTrash.has(itemUid) ? '/trash' : label ? `/items/${itemUid}` : '';
	return { verb, thing: { name: label || 'something', path }, joining, list, when };
}

/** The same in one breath, where there is no room for links. */
export function nameOf({ label, listName }: Pick<Change, 'label' | 'listName'>): string {
	return label && listName ? `${label} on ${listName}` : label || listName || 'Something';
}

const words: Record<string, [verb: string, joining: string]> = {
	'list.created': ['Created the list', ''],
	'list.changed': ['Renamed the list', ''],
	'list.shared': ['Changed the sharing of', ''],
	'list.archived': ['Archived', ''],
	'list.restored': ['Restored', ''],
	'list.deleted': ['Deleted the list', ''],
	'item.added': ['Added', 'to'],
	'item.changed': ['Changed', 'on'],
	'item.ticked': ['Ticked', 'on'],
	'item.unticked': ['Unticked', 'on'],
	'item.moved': ['Moved', 'on'],
	'item.deleted': ['Deleted', 'from'],
	'item.restored': ['Restored', 'to'],
	'pin.changed': ['Pinned or unpinned', '']
};
