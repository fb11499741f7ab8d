import type { Notice } from '../kernel/change-event.ts';
import { sentenceOf } from '../kernel/saying.ts';
import type { Unit } from '../kernel/unit.ts';

/** Deletes the entries of these members that a new one repeats, so that Activity does not fill up with copies of one entry. */
export async function removeRepeats(unit: Unit, members: string[], notice: Notice): Promise<void> {
	const { kind, text, targetUid } = notice;
	// Only the latest unread entry of several alike stays.
	if (repeatable.has(kind))
		await unit.db.activity.deleteMany({
			where: { memberUid: { in: members }, kind, targetUid, readAt: null }
		});
	if (kind === 'ACTIVITY_KIND_SIGN_IN') await removeEarlierSignIns(unit, members, text);
}

/** The kinds that one member can cause any number of times, for another member or for themselves. */
const repeatable = new Set<string>(['ACTIVITY_KIND_CONFLICT', 'ACTIVITY_KIND_LIST_SHARED']);

/** Deletes earlier entries of sign-ins on a device of this name. The log and the signed-in devices still show each. */
async function removeEarlierSignIns(unit: Unit, members: string[], text: string): Promise<void> {
	const entries = await unit.db.activity.findMany({
		where: { memberUid: { in: members }, kind: 'ACTIVITY_KIND_SIGN_IN' },
		select: { uid: true, text: true }
	});
	// The text holds the version of the browser, which the sentence leaves out.
	const same = entries.filter((entry) => sentenceOf(entry.text) === sentenceOf(text));
	await unit.db.activity.deleteMany({ where: { uid: { in: same.map(({ uid }) => uid) } } });
}
