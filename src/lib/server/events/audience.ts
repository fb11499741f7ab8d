import type { Reader } from '../data/reader.ts';
import type { Caller } from '../kernel/caller.ts';
import { whoHears } from '../kernel/change-event.ts';
import { admins } from '../kernel/present-members.ts';
import type { StoredChange } from './event.ts';
import { reachOf } from './reach-of-changes.ts';

/** Decides whether a listener may be told of a Change, at the time of its delivery. */
type MayHear = (change: StoredChange, caller: Caller) => boolean;

/** Reads what the decision needs once for all of these Changes, however many listen. */
export async function audienceOf(read: Reader, changes: readonly StoredChange[]): Promise<MayHear> {
	const isForAdmins = changes.some(({ kind }) => whoHears(kind) === 'admins');
	const [reaches, adminsNow] = await Promise.all([
		reachOf(read, changes),
		// Read each time: a member may have lost the role since the stream was opened.
		isForAdmins ? admins(read) : ([] as string[])
	]);
	return (change, caller) => {
		if (caller.by === 'visitor') return false;
		const { uid } = caller.member;
		if (change.toUid) return change.toUid === uid && caller.by !== 'token';
		if (whoHears(change.kind) === 'whoDidIt' && change.byUid !== uid) return false;
		if (change.listUid) return reaches(caller, change);
		return (
			whoHears(change.kind) !== 'admins' || (adminsNow.includes(uid) && caller.by === 'session')
		);
	};
}
