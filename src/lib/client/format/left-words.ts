import * as m from '../../paraglide/messages.js';

/** How much of a list is left, where lists stand below each other. */
export function leftWords({ openCount, doneCount }: Record<'openCount' | 'doneCount', number>) {
	if (openCount > 0) return m.left_count({ count: openCount });
	return doneCount > 0 ? m.all_ticked() : m.list_is_empty_short();
}
