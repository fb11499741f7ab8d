import * as m from '../../paraglide/messages.js';
import type { Refusal } from '../kernel/errors.ts';

/** What an assistant can do after a refusal, in one sentence; "" where nothing more can be said. */
export function nextAfter({ kind, message }: Refusal): string {
	const isOneOf = (sentences: (() => string)[]) => sentences.some((one) => one() === message);
	// The one state that a tool can mend.
	if (kind === 'not-yet' && isOneOf(ofArchivedList))
		return 'change_list with archived: false brings a list back; only its owner can.';
	if (kind === 'malformed') return 'Correct the arguments and call again; nothing was changed.';
	if (kind !== 'forbidden' || isOneOf([m.permissions_just_changed])) return '';
	return isOneOf(ofToken)
		? 'Tell the member; only they can do this, or give you a token that may.'
		: 'Tell the member; calling again does not help.';
}

const ofArchivedList = [m.list_archived, m.archived_list_not_published, m.restore_list_first];

/** The refusals that another token of the same member may not meet. */
const ofToken = [
	...[m.token_may_not_read, m.token_may_not_write, m.token_may_not_delete],
	...[m.token_may_not_copy, m.token_may_not_see_trash]
];
