import { sql } from '../data/sql.ts';
import { missing } from './errors.ts';
import { inReach, inScope } from './reach.ts';
import type { Unit } from './unit.ts';
import { publicPrefix } from './uids-behind.ts';

/** A stored answer is replayed only to a caller who reaches what it is about now. */

type Asking = Pick<Unit, 'caller' | 'read'>;

/**
 * Throws where one of these lists, or the list that one of the items is on now, is out of reach. A list that no longer exists
 * does not count, nor does one of the caller's own in the trash.
 */
export async function refuseUnlessReached(asking: Asking, uids: string[]): Promise<void> {
	const { caller, read } = asking;
	const listUids = await listsOf(asking, await withoutPublished(asking, uids));
	if (caller.by === 'visitor' || listUids.length === 0) return;
	const [outOfReach] = await read.query(sql`
		SELECT l."uid" FROM "List" l WHERE l."uid" IN (${sql.join(listUids)}) AND NOT (${inReach(caller)})
			AND NOT (l."deletedAt" IS NOT NULL AND l."ownerUid" = ${caller.member.uid} AND ${inScope(caller)}) LIMIT 1`);
	if (outOfReach) throw missing('list');
}

/** Leaves out the public list: the settings name it, whether or not the admin who reads them reaches it otherwise. */
async function withoutPublished({ read }: Asking, uids: string[]): Promise<string[]> {
	if (!uids.some((uid) => uid.startsWith(publicPrefix))) return uids;
	const [published] = await read.query<{ uid: string }>(sql`
		SELECT l."uid" FROM "Instance" i JOIN "List" l ON l."uid" = i."publicListUid"
		WHERE i."id" = 1 AND l."deletedAt" IS NULL`);
	return uids
		.filter((uid) => uid !== `${publicPrefix}${published?.uid}`)
		.map((uid) => uid.replace(publicPrefix, ''));
}

/** The lists among these uids, and those that the items among them are on now. */
async function listsOf({ read }: Asking, uids: string[]): Promise<string[]> {
	const itemUids = uids.filter((uid) => uid.startsWith('itm_'));
	const rows = await read.query<{ listUid: string }>(sql`
		SELECT DISTINCT "listUid" FROM "Item" WHERE "uid" IN (${sql.join(['', ...itemUids])})`);
	const named = uids.filter((uid) => uid.startsWith('lst_'));
	return [...new Set([...named, ...rows.map(({ listUid }) => listUid)])];
}
