import * as m from '../../paraglide/messages.js';
import { malformed, type Refusal } from '../kernel/errors.ts';

/** The uids with this one behind another, or first where that is "". Throws where the other is not among them. */
export function placedAfter(uids: string[], uid: string, afterUid: string): string[] {
	const others = uids.filter((other) => other !== uid);
	if (afterUid === uid) return uids;
	if (afterUid && !others.includes(afterUid)) throw sectionNotOnList('afterSectionUid');
	return others.toSpliced(others.indexOf(afterUid) + 1, 0, uid);
}

/** A section of another list, and one that does not exist: the two read alike. */
export function sectionNotOnList(...[field, ...others]: [string, ...string[]]): Refusal {
	const description = m.section_not_on_list();
	return malformed(
		{ field, description },
		...others.map((other) => ({ field: other, description }))
	);
}
