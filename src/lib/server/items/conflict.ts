import * as m from '../../paraglide/messages.js';
import { admit } from '../kernel/admit.ts';
import { Refusal } from '../kernel/errors.ts';
import { type Unit } from '../kernel/unit.ts';
import type { LockedItem } from './lock.ts';
import { conflictNotice } from './conflict-notice.ts';

/** What the caller last saw of an item. Nothing is changed where something else is stored. */
export type LastSeen = {
	expectedLabel?: string | undefined;
	expectedNote?: string | undefined;
};

/**
 * Refuses an edit of what somebody else has changed, and tells the member under Activity: a program may have sent it. A text
 * that is stored already is no conflict: it may be the same edit, whose answer was lost.
 */
export async function refuseIfChangedSince(
	unit: Unit,
	item: LockedItem,
	edit: LastSeen & { label?: string | undefined; note?: string | undefined }
): Promise<void> {
	// The answer tells whether that is the note, also to a caller who has guessed it.
	if (edit.expectedNote !== undefined) admit({ who: 'member', ability: 'read' }, unit.caller);
	const isOvertaken = (expected: string | undefined, wanted: string | undefined, stored: string) =>
		expected !== undefined && expected !== stored && wanted !== stored;
	if (
		!isOvertaken(edit.expectedLabel, edit.label, item.label) &&
		!isOvertaken(edit.expectedNote, edit.note, item.note)
	)
		return;
	throw new Refusal('changed', m.item_changed_by_other(), {
		notice: await conflictNotice(unit, item.uid, item.label)
	});
}
