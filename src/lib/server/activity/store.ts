import { execute } from '../data/open-transaction.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';

/** Marks a member's unread entries as read: all of them, or those about `targetUid`. Returns how many there were. */
export function markRead(unit: Unit, memberUid: string, targetUid?: string): Promise<number> {
	const isAboutIt = targetUid === undefined ? sql.empty : sql`AND "targetUid" = ${targetUid}`;
	return execute(
		unit.db,
		sql`UPDATE "Activity" SET "readAt" = ${unit.now}
			WHERE "memberUid" = ${memberUid} AND "readAt" IS NULL ${isAboutIt}`
	);
}
