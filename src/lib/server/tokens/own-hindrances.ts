import * as m from '../../paraglide/messages.js';
import { may } from '../kernel/caller.ts';
import { kindsWhere } from '../kernel/change-event.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { changedAgain } from './changed-again.ts';
import type { Hindrances } from './undo.ts';

/** Why the token itself may not undo what it did to something, or not yet. */
export const ownHindrances =
	(unit: Unit, tokenUid: string): Hindrances =>
	async (subjects, standing) => {
		const mayDelete = may(actor(unit), 'delete');
		const again = await changedAgain(unit, tokenUid, subjects, standing);
		const reasons = new Map<string, string>();
		for (const [key, own] of subjects) {
			const number = again.get(key);
			if (!mayDelete && own.some(({ kind }) => addingKinds.includes(kind)))
				reasons.set(key, m.undo_needs_delete());
			else if (number !== undefined) reasons.set(key, m.undo_changed_again({ number }));
		}
		return reasons;
	};

/** The kinds after which there is something that was not there before: undoing one of them deletes it. */
const addingKinds = kindsWhere(({ effect }) => effect === 'made' || effect === 'restored');
