import * as m from '../../paraglide/messages.js';
import { admit } from '../kernel/access.ts';
import type { Notice } from '../kernel/change-event.ts';
import { Refusal } from '../kernel/errors.ts';
import { nameOfMember } from '../kernel/member.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { LockedItem } from './lock.ts';
import { saying } from '../kernel/saying.ts';

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
		notice: await notice(unit, item.uid, item.label)
	});
}

async function notice(unit: Unit, itemUid: string, label: string): Promise<Notice> {
	const caller = actor(unit);
	const about = { label, ...(await whoWasFirst(unit, itemUid)) };
	return {
		to: [caller.member.uid],
		kind: 'ACTIVITY_KIND_CONFLICT',
		text:
			caller.by === 'token'
				? saying('token_edit_not_saved', { token: caller.token.name, ...about })
				: saying('edit_not_saved', about),
		targetUid: itemUid
	};
}

/** Who made the latest edit, where the Changes that are still kept say so. */
async function whoWasFirst(
	unit: Unit,
	itemUid: string
): Promise<{ by: 'self' | 'member' | 'unknown'; name: string }> {
	const change = await unit.db.change.findFirst({
		where: { itemUid, kind: 'item.changed' },
		orderBy: { number: 'desc' },
		select: { byUid: true }
	});
	if (change?.byUid === actor(unit).member.uid) return { by: 'self', name: '' };
	const name = change && (await nameOfMember(unit.db, change.byUid));
	return name ? { by: 'member', name } : { by: 'unknown', name: '' };
}
