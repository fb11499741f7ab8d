import * as m from '../../paraglide/messages.js';
import type { Dialect } from '../data/dialect.ts';
import type { Reader } from '../data/reader.ts';
import { sql, type Sql } from '../data/sql.ts';
import { admit, unauthenticated, type Access } from './access.ts';
import {
	abilitiesIn,
	credentialOf,
	type Caller,
	type MemberCaller,
	type TokenFlags
} from './caller.ts';
import { forbidden } from './errors.ts';
import { asCallingMember, callingColumns, type CallingRow } from './member.ts';
import { timestamp } from './text.ts';

/**
 * What a caller may do is decided when a command writes. A request may wait for a password hash, for its turn at the
 * writer or for a lock, and its session may end or its member may be demoted meanwhile.
 */

type Asking<By = Caller> = { caller: By; read: Reader; now: Date };

/** The caller as the database has them now, in one query. Throws where they may not call any more. */
export async function authorise(access: Access, { caller, ...asking }: Asking): Promise<Caller> {
	if (access.who === 'visitor' || caller.by === 'visitor') return caller;
	const current = await currentCaller({ caller, ...asking });
	if (!current) throw unauthenticated();
	admit(access, current);
	return current;
}

/**
 * Throws where others have committed a change of this caller's authority since the command began. Called while nobody else can
 * commit. `read` reads outside of the transaction: a command may end its own session or role, and must not be refused for that.
 * Nor may it win back what somebody else has just taken away.
 */
export async function refuseIfAuthorityChanged(access: Access, asking: Asking): Promise<void> {
	const current = await authorise(access, asking);
	if (!hasAuthorityOf(current, asking.caller)) throw forbidden(m.permissions_just_changed());
}

/** Whether both callers may do the same. */
export const hasAuthorityOf = (one: Caller, other: Caller): boolean =>
	authorityOf(one) === authorityOf(other);

/**
 * The dialect's check of a row, for operations of members alone. These change no credential and no role, so within their own
 * transaction the check reads what others have committed.
 */
export const requireRowFor = ({ who }: Access, { dialect }: { dialect: Dialect }) =>
	who === 'member' ? dialect.requireRow : undefined;

/** SQL for the row by which `authorise` would find this caller. There is none where the authority has changed. */
export function rowOfAuthority(caller: MemberCaller, now: Date): Sql {
	const [table] = credentials[caller.by];
	const { name, isAdmin, mustChangePassword } = caller.member;
	return sql`FROM ${table} c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."uid" = ${credentialOf(caller)} AND m."removedAt" IS NULL AND ${isUnchanged(caller, now)}
			AND m."name" = ${name} AND (m."role" = 'ROLE_ADMIN') = ${isAdmin} AND m."mustChangePassword" = ${mustChangePassword}`;
}

function isUnchanged(caller: MemberCaller, now: Date): Sql {
	if (caller.by === 'pair') return caller.expiresAt > now ? sql`TRUE` : sql`FALSE`;
	if (caller.by === 'session') return sql`c."expiresAt" > ${now}`;
	const { abilities, allLists } = caller.token;
	return sql`(c."expiresAt" IS NULL OR c."expiresAt" > ${now}) AND c."allLists" = ${allLists}
		AND c."canRead" = ${abilities.read} AND c."canWrite" = ${abilities.write} AND c."canDelete" = ${abilities.delete}`;
}

const authorityOf = (caller: Caller): string =>
	caller.by === 'visitor'
		? ''
		: JSON.stringify([
				caller.member.isAdmin,
				caller.member.mustChangePassword,
				caller.by === 'token' && [caller.token.abilities, caller.token.allLists]
			]);

/** Undefined where the credential has ended or the member was removed. */
async function currentCaller({
	caller,
	read,
	now
}: Asking<MemberCaller>): Promise<MemberCaller | undefined> {
	const [row] = await rowsOf(caller, read);
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

function rowsOf(caller: MemberCaller, read: Reader): Promise<readonly Row[]> {
	const [table, columns] = credentials[caller.by];
	return read.query(sql`
		SELECT ${columns} ${callingColumns} FROM ${table} c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."uid" = ${credentialOf(caller)} AND m."removedAt" IS NULL`);
}

/**
 * The table of each kind of credential, and the columns that are read beside its member. A caller by a pair carries the
 * expiry of their access token.
 */
const credentials: Record<MemberCaller['by'], [table: Sql, columns: Sql]> = {
	session: [sql`"Session"`, sql`c."expiresAt",`],
	pair: [sql`"Pair"`, sql.empty],
	token: [
		sql`"AccessToken"`,
		sql`c."expiresAt", c."canRead", c."canWrite", c."canDelete", c."allLists",`
	]
};
