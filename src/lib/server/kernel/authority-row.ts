import type { Dialect } from '../data/dialect.ts';
import { sql, type Sql } from '../data/sql.ts';
import type { Access } from './access.ts';
import { credentialOf, type MemberCaller } from './caller.ts';
import { credentials } from './current-caller.ts';

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
