import type { Reader } from '../data/reader.ts';
import { sql, type Flag, type Sql } from '../data/sql.ts';
import { memberCaller } from './access.ts';
import { may, type Caller, type MemberCaller } from './caller.ts';

export const sharings = ['SHARING_PRIVATE', 'SHARING_INSTANCE', 'SHARING_SPECIFIC'] as const;
export type Sharing = (typeof sharings)[number];

/**
 * The one answer to "which lists can this caller reach", as a condition on `"List" l`: its owner, everyone when it is
 * shared with the instance, the named members and groups; narrowed to the lists a token was given. What is in the
 * trash is out of everybody's reach.
 */
export function inReach(caller: MemberCaller): Sql {
	const reached = inReachOf(sql`${caller.member.uid}`);
	return sql`${reached} AND ${inScope(caller)}`;
}

/** Every list, or those that the caller's token was given. */
export function inScope(caller: MemberCaller): Sql {
	if (caller.by !== 'token' || caller.token.allLists) return sql`TRUE`;
	return sql`EXISTS (SELECT 1 FROM "TokenList" t WHERE t."listUid" = l."uid" AND t."tokenUid" = ${caller.token.uid})`;
}

/**
 * `inReach` for a member, whatever their credential; `member` is SQL for their uid, not from a table that is called l, s or g. The
 * comparison with TRUE makes SQLite search by owner and sharing and not by `deletedAt`, which would read every list. Postgres removes
 * the comparison.
 */
export function inReachOf(member: Sql): Sql {
	return sql`(l."deletedAt" IS NULL) = TRUE AND (l."ownerUid" = ${member} OR ${sharedWith(member)})`;
}

/** Which of these lists the caller reaches. */
export async function reachedAmong(
	unit: { caller: Caller; read: Reader },
	listUids: string[]
): Promise<Set<string>> {
	const wanted = [...new Set(listUids)];
	if (wanted.length === 0) return new Set();
	const rows = await unit.read.query<{ uid: string }>(sql`
		SELECT l."uid" FROM "List" l WHERE l."uid" IN (${sql.join(wanted)}) AND ${inReach(memberCaller(unit.caller))}`);
	return new Set(rows.map(({ uid }) => uid));
}

/** The members, other than its owner, who reach a list by how it is shared. */
export async function membersReaching(read: Reader, listUid: string): Promise<string[]> {
	const rows = await read.query<{ uid: string }>(sql`
		SELECT m."uid" FROM "Member" m JOIN "List" l ON l."uid" = ${listUid}
		WHERE m."removedAt" IS NULL AND m."uid" <> l."ownerUid" AND ${sharedWith(sql`m."uid"`)}`);
	return rows.map(({ uid }) => uid);
}

/** For each list the members who reach it, its owner among them; of a list in the trash those who reached it until then. */
export async function reachersOf(
	read: Reader,
	listUids: string[]
): Promise<Map<string, { members: Set<string>; isDeleted: boolean }>> {
	if (listUids.length === 0) return new Map();
	const rows = await read.query<{
		uid: string;
		memberUid: string;
		deletedAt: Date | string | null;
	}>(sql`
		SELECT l."uid", m."uid" AS "memberUid", l."deletedAt" FROM "List" l JOIN "Member" m ON m."removedAt" IS NULL
		WHERE l."uid" IN (${sql.join(listUids)}) AND (l."ownerUid" = m."uid" OR ${sharedWith(sql`m."uid"`)})`);
	const byList = Map.groupBy(rows, (row) => row.uid);
	return new Map(
		[...byList].map(([uid, all]) => [
			uid,
			{ members: new Set(all.map(({ memberUid }) => memberUid)), isDeleted: !!all[0]?.deletedAt }
		])
	);
}

/**
 * Whether a list is shared with this member, who does not own it. Of an EXISTS Postgres assumes that it holds for every second list, and
 * would search all items of the household first. Of a comparison it assumes that it holds for few.
 */
function sharedWith(member: Sql): Sql {
	return sql`(l."sharing" = 'SHARING_INSTANCE' OR (l."sharing" = 'SHARING_SPECIFIC' AND l."uid" = CASE
		WHEN EXISTS (SELECT 1 FROM "ListMember" s WHERE s."listUid" = l."uid" AND s."memberUid" = ${member})
		OR EXISTS (SELECT 1 FROM "ListGroup" s JOIN "GroupMember" g ON g."groupUid" = s."groupUid"
			WHERE s."listUid" = l."uid" AND g."memberUid" = ${member})
		THEN l."uid" ELSE '' END))`;
}

type Reached = { ownerUid: string; sharing: string; sharedEdit: Flag };

export function owns(caller: MemberCaller, list: Reached): boolean {
	return list.ownerUid === caller.member.uid;
}

/** Whether this member owns a list in reach, or it is shared to be changed and not only seen. */
export function isSharedToEdit(caller: MemberCaller, list: Reached): boolean {
	return owns(caller, list) || (list.sharing !== 'SHARING_PRIVATE' && Boolean(list.sharedEdit));
}

/** `isSharedToEdit` for `"List" l`, in SQL. */
export const sharedToEdit = ({ member }: MemberCaller): Sql =>
	sql`(l."ownerUid" = ${member.uid} OR (l."sharing" <> 'SHARING_PRIVATE' AND l."sharedEdit"))`;

/** Whether this caller may change what is on a list in reach. */
export function mayEdit(caller: MemberCaller, list: Reached): boolean {
	return may(caller, 'write') && isSharedToEdit(caller, list);
}
