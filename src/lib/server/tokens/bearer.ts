import { sql } from '../data/sql.ts';
import { clockSkewMs, minutes } from '../runtime/clock.ts';
import type { Household } from '../kernel/household.ts';
import { hashSecret } from '../kernel/secrets.ts';
import { type MemberCaller } from '../kernel/caller.ts';
import { abilitiesIn } from '../kernel/abilities.ts';
import { type Origin } from '../kernel/origin.ts';
import { lookedUp, lookUpColumns } from '../kernel/calling-member.ts';
import { timesOf, type BearerRow } from './bearer-row.ts';

export const secretPrefix = 'hearth_';

/** The member and the token behind this secret, or undefined when it is unknown, revoked or expired. One query. */
export async function tokenCaller(
	household: Household,
	secret: string,
	from: Origin
): Promise<MemberCaller | undefined> {
	const { read, dialect } = household.database;
	const [row] = await read.query<BearerRow>(sql`
		SELECT t."uid", t."name", t."canRead", t."canWrite", t."canDelete", t."allLists", t."expiresAt", t."lastUsedAt",
			${lookUpColumns(dialect)}
		FROM "AccessToken" t JOIN "Member" m ON m."uid" = t."memberUid" WHERE t."secretHash" = ${hashSecret(secret)} AND m."removedAt" IS NULL`);
	const now = household.clock().getTime();
	if (!row || now >= timesOf(row).end) return undefined;
	const sinceMs = now - timesOf(row).lastUse;
	const token = {
		uid: row.uid,
		name: row.name,
		abilities: abilitiesIn(row),
		allLists: Boolean(row.allLists),
		// Also after a last use in the future, by a clock that was ahead. Two nodes do not write by turns at each request.
		useIsNews: sinceMs >= minutes(1) || sinceMs < -clockSkewMs
	};
	return { by: 'token', token, from, ...lookedUp(row) };
}
