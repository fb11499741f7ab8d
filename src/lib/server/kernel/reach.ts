import { sql, type Sql } from '../data/sql.ts';
import type { MemberCaller } from './caller.ts';

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

/**
 * Whether a list is shared with this member, who does not own it. Of an EXISTS Postgres assumes that it holds for every second list, and
 * would search all items of the household first. Of a comparison it assumes that it holds for few.
 */
export function sharedWith(member: Sql): Sql {
	return sql`(l."sharing" = 'SHARING_INSTANCE' OR (l."sharing" = 'SHARING_SPECIFIC' AND l."uid" = CASE
		WHEN EXISTS (SELECT 1 FROM "ListMember" s WHERE s."listUid" = l."uid" AND s."memberUid" = ${member})
		OR EXISTS (SELECT 1 FROM "ListGroup" s JOIN "GroupMember" g ON g."groupUid" = s."groupUid"
			WHERE s."listUid" = l."uid" AND g."memberUid" = ${member})
		THEN l."uid" ELSE '' END))`;
}
