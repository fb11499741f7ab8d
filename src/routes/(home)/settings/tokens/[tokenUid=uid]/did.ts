import type { z } from 'zod';
import type { tokens } from '$lib/server/tokens/operations';
import { relativeTime } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';

type Change = z.output<typeof tokens.getTokenChanges.output>['changes'][number];

/** A Change as a line shows it: its kind, its item and its list; each with its address. */
export function asLine(change: Change, inTrash: ReadonlySet<string>, now: Date) {
	const { kind, itemUid, label, listUid, listName, at } = change;
	const when = relativeTime(at, now);
	const list = { name: listName, path: `/lists/${listUid}` };
	if (!itemUid) return { kind, item: null, list, when };
	const path = inTrash.has(itemUid) ? '/trash' : label ? `/items/${itemUid}` : '';
	return { kind, item: { name: label || m.something(), path }, list, when };
}

/** The item and the list of a Change in one phrase, where there is no room for links. */
export function nameOf({ label, listName }: Pick<Change, 'label' | 'listName'>): string {
	if (label && listName) return m.item_on_list({ label, list: listName });
	return label || listName || m.something_unnamed();
}
