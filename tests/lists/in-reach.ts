// What is on the lists that members reach, read directly from the rows and not through the code that is tested.
import type { Database } from '../../src/lib/server/data/client.ts';
import { sql } from '../../src/lib/server/data/sql.ts';

/** `itemUid` is null on an empty list. */
export type OnList = { memberUid: string; listUid: string; itemUid: string | null };

export function onListsInReach(
	{ reader }: Database,
	{ memberUids, listUids }: { memberUids: string[]; listUids: string[] }
): Promise<OnList[]> {
	return reader.$queryRaw<OnList[]>(sql`
		SELECT m."uid" AS "memberUid", l."uid" AS "listUid", i."uid" AS "itemUid"
		FROM "Member" m CROSS JOIN "List" l LEFT JOIN "Item" i ON i."listUid" = l."uid" AND i."deletedAt" IS NULL
		WHERE m."uid" IN (${sql.join(memberUids)}) AND m."removedAt" IS NULL
			AND l."uid" IN (${sql.join(listUids)}) AND l."deletedAt" IS NULL
			AND (l."ownerUid" = m."uid" OR l."sharing" = 'SHARING_INSTANCE' OR l."sharing" = 'SHARING_SPECIFIC' AND m."uid" IN (
				SELECT s."memberUid" FROM "ListMember" s WHERE s."listUid" = l."uid"
				UNION SELECT g."memberUid" FROM "ListGroup" s JOIN "GroupMember" g ON g."groupUid" = s."groupUid" WHERE s."listUid" = l."uid"))`);
}
