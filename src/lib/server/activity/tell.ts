import type { Notice } from '../kernel/change-event.ts';
import { admins } from '../kernel/present-members.ts';
import { newUid } from '../kernel/secrets.ts';
import type { Unit } from '../kernel/unit.ts';
import { removeRepeats } from './remove-repeats.ts';

/** Tells members of something under Activity. Returns their uids. */
export async function tell(unit: Unit, notice: Notice): Promise<string[]> {
	const { to, kind, text, targetUid } = notice;
	const members = to === 'admins' ? await admins(unit.read) : to;
	if (members.length === 0) return [];
	await removeRepeats(unit, members, notice);
	await unit.db.activity.createMany({
		data: members.map((memberUid) => ({
			uid: newUid('act'),
			memberUid,
			kind,
			text,
			targetUid,
			createdAt: unit.now
		}))
	});
	return members;
}
