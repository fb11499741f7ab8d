import * as m from '../../paraglide/messages.js';
import { malformedFields } from '../kernel/errors.ts';

/** The uids with this one behind another, or first where that is "". Throws where the other is not among them. */
export function placedAfter(uids: string[], uid: string, afterUid: string): string[] {
	const others = uids.filter((other) => other !== uid);
	if (afterUid === uid) return uids;
	if (afterUid && !others.includes(afterUid)) refuseNotOnList(['afterSectionUid']);
	return others.toSpliced(others.indexOf(afterUid) + 1, 0, uid);
}

/** Refuses fields that name a section of another list, or one that does not exist: the two read alike. */
export function refuseNotOnList(fields: string[]): void {
	const [first, ...others] = fields.map((field) => ({
		field,
		description: m.section_not_on_list()
	}));
	if (first) throw malformedFields(first, ...others);
}
