import type { Reader } from '../data/reader.ts';
import { sql, type Sql } from '../data/sql.ts';
import { credentialOf, type MemberCaller } from './caller.ts';
import type { TokenFlags } from './abilities.ts';
import { callingColumns, type CallingRow } from './calling-member.ts';

type Row = CallingRow & TokenFlags & { expiresAt?: Date | string | null };

/** The credential of a caller with its member, as they are stored. No row once either is gone. */
export function rowsOfCaller(caller: MemberCaller, read: Reader): Promise<readonly Row[]> {
	const [table, columns] = credentials[caller.by];
	return read.query(sql`
		SELECT ${columns} ${callingColumns} FROM ${table} c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."uid" = ${credentialOf(caller)} AND m."removedAt" IS NULL`);
}

/**
 * The table of each kind of credential, and the columns that are read beside its member. A caller by a pair carries the
 * expiry of their access token.
 */
export const credentials: Record<MemberCaller['by'], [table: Sql, columns: Sql]> = {
	session: [sql`"Session"`, sql`c."expiresAt",`],
	pair: [sql`"Pair"`, sql.empty],
	token: [
		sql`"AccessToken"`,
		sql`c."expiresAt", c."canRead", c."canWrite", c."canDelete", c."allLists",`
	]
};
