import { sql, type Sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { days } from '../runtime/clock.ts';

/** The newest Change when something was read; unset where none is kept. */
export type Newest = {
	newestNumber: bigint | number | null;
	newestAt: Date | string | null;
};

export const newestColumns = sql`newest."number" AS "newestNumber", newest."at" AS "newestAt"`;

/**
 * The newest Change of the list `l`, or of the whole household. A command that changes items holds the lock of their list when its numbers are
 * given, so a version with this number includes all lower ones of the list. The newest Change of another list would not do: it may be
 * committed before a lower one of this list. If no Change of the list is kept, one is taken that is older than any command can last.
 */
export const newestJoin = ({ now }: Pick<Unit, 'now'>): Sql => sql`
	LEFT JOIN "Change" newest ON newest."number" = COALESCE(
		(SELECT MAX(latest."number") FROM (
			SELECT MAX("number") AS "number" FROM "Change" WHERE "listUid" = l."uid"
			UNION ALL SELECT MAX("number") FROM "Change" WHERE "listUid" = '') latest),
		(SELECT "number" FROM "Change" WHERE "at" < ${longAgo(now)} ORDER BY "at" DESC LIMIT 1))`;

/** A moment that stays the same for a whole day, so that the query is the same and can be answered from a cache. */
const longAgo = (now: Date): Date => new Date((Math.floor(now.getTime() / days(1)) - 1) * days(1));
