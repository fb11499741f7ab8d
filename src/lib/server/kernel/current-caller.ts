import type { Reader } from '../data/reader.ts';
import { credentialOf, type Caller, type MemberCaller } from './caller.ts';
import { abilitiesIn, type TokenFlags } from './abilities.ts';
import { asCallingMember, callingColumns, type CallingRow } from './calling-member.ts';
import { timestamp } from './text.ts';
import { sql, type Sql } from '../data/sql.ts';

export type Asking<By = Caller> = { caller: By; read: Reader; now: Date };

/** Undefined where the credential has ended or the member was removed. */
export async function currentCaller({
	caller,
	read,
	now
}: Asking<MemberCaller>): Promise<MemberCaller | undefined> {
	const [row] = await rowsOfCaller(caller, read);
	const expiresAt = caller.by === 'pair' ? caller.expiresAt : row?.expiresAt;
	if (!row || (expiresAt && new Date(timestamp(expiresAt)) <= now)) return undefined;
	const member = asCallingMember(row);
	const looked = { ...caller, member, isRemembered: false };
	if (looked.by !== 'token') return looked;
	const token = {
		...looked.token,
		abilities: abilitiesIn(row),
		allLists: Boolean(row.allLists)
	};
	return { ...looked, token };
}

type Row = CallingRow & TokenFlags & { expiresAt?: Date | string | null };

/** The credential of a caller with its member, as they are stored. No row once either is gone. */
function rowsOfCaller(caller: MemberCaller, read: Reader): Promise<readonly Row[]> {
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
