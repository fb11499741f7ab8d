import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { deletesList } from '../kernel/change-event.ts';
import { reachersOf } from '../kernel/reachers.ts';
import type { StoredChange } from './event.ts';

/**
 * Reads who may hear of these Changes, as far as their lists decide it. A list in the trash is reached by its deletion alone, and by the
 * members who reached it until then.
 */
export async function reachOf(
	read: Reader,
	changes: readonly StoredChange[]
): Promise<(caller: MemberCaller, change: StoredChange) => boolean> {
	const listUids = [...new Set(changes.map(({ listUid }) => listUid).filter(Boolean))];
	const [reachers, isInScope] = await Promise.all([
		reachersOf(read, listUids),
		scopesOn(read, listUids)
	]);
	return (caller, { listUid, kind }) => {
		const list = reachers.get(listUid);
		if (!list?.members.has(caller.member.uid) || (list.isDeleted && !deletesList(kind)))
			return false;
		return isInScope(caller, listUid);
	};
}

/** Reads which tokens were given these lists. A caller who is not a token, or is one for all lists, is not limited. */
export async function scopesOn(
	read: Reader,
	listUids: string[]
): Promise<(caller: MemberCaller, listUid: string) => boolean> {
	const rows =
		listUids.length === 0
			? []
			: await read.query<{ tokenUid: string; listUid: string }>(
					sql`SELECT "tokenUid", "listUid" FROM "TokenList" WHERE "listUid" IN (${sql.join(listUids)})`
				);
	const given = new Set(rows.map(({ tokenUid, listUid }) => `${tokenUid} ${listUid}`));
	return (caller, listUid) =>
		caller.by !== 'token' || caller.token.allLists || given.has(`${caller.token.uid} ${listUid}`);
}
