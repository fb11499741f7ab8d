import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import type { Caller } from '../kernel/caller.ts';
import { aboutKind, whoHears } from '../kernel/change-event.ts';
import { reachersOf } from '../kernel/reach.ts';
import type { Written } from './event.ts';

/** Decides whether a listener may be told of a Change, at the time of its delivery. */
type MayHear = (change: Written, caller: Caller) => boolean;

/** Reads what the decision needs once for all of these Changes, however many listen. */
export async function audienceOf(read: Reader, changes: readonly Written[]): Promise<MayHear> {
	const listUids = [...new Set(changes.map(({ listUid }) => listUid).filter(Boolean))];
	const isForAdmins = changes.some(({ kind }) => whoHears(kind) === 'admins');
	const [reachers, given, admins] = await Promise.all([
		reachersOf(read, listUids),
		tokensGiven(read, listUids),
		isForAdmins ? adminsNow(read) : new Set<string>()
	]);
	return (change, caller) => {
		if (caller.by === 'visitor') return false;
		const { uid } = caller.member;
		if (change.toUid) return change.toUid === uid && caller.by !== 'token';
		if (whoHears(change.kind) === 'whoDidIt' && change.byUid !== uid) return false;
		if (change.listUid) return reaches(change, uid) && isInScope(caller, change.listUid, given);
		return whoHears(change.kind) !== 'admins' || (admins.has(uid) && caller.by === 'session');
	};

	/** Of a list in the trash only its deletion is told, to the members who reached the list until then. */
	function reaches({ listUid, kind }: Written, memberUid: string): boolean {
		const list = reachers.get(listUid);
		return !!list && list.members.has(memberUid) && (!list.isDeleted || isDeletion(kind));
	}
}

function isDeletion(kind: string): boolean {
	const known = aboutKind(kind);
	return known?.of === 'list' && known.effect === 'deleted';
}

/** "token list" for each list that a token was given. */
export type TokensGiven = ReadonlySet<string>;

/** Whether the credential is good for every list, or was given this one. */
export function isInScope(caller: Caller, listUid: string, given: TokensGiven): boolean {
	if (caller.by !== 'token' || caller.token.allLists) return true;
	return given.has(`${caller.token.uid} ${listUid}`);
}

/** Read each time: a member may have lost the role since the stream was opened. */
async function adminsNow(read: Reader): Promise<Set<string>> {
	const rows = await read.query<{ uid: string }>(
		sql`SELECT "uid" FROM "Member" WHERE "role" = 'ROLE_ADMIN' AND "removedAt" IS NULL`
	);
	return new Set(rows.map(({ uid }) => uid));
}

/** Which tokens were given one of the lists. */
export async function tokensGiven(read: Reader, listUids: string[]): Promise<TokensGiven> {
	if (listUids.length === 0) return new Set();
	const rows = await read.query<{ tokenUid: string; listUid: string }>(
		sql`SELECT "tokenUid", "listUid" FROM "TokenList" WHERE "listUid" IN (${sql.join(listUids)})`
	);
	return new Set(rows.map(({ tokenUid, listUid }) => `${tokenUid} ${listUid}`));
}
