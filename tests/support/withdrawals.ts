// Each way in which a caller can lose access, as SQL that is run directly on the database, and the SQL that gives it back.
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import type { CallerKind } from '../contract/model.ts';

export type Withdrawal = {
	name: string;
	/** What the model says of the caller afterwards. */
	leaves: Partial<CallerKind> | 'nothing';
	sql: string;
	undo: string;
};

/** The table that keeps a credential while it is ended. */
export const aside = 'aside';

/** The withdrawals that concern this caller. */
export function withdrawalsFrom(caller: MemberCaller, provider: Provider): Withdrawal[] {
	const { uid } = caller.member;
	const [yes, no] = provider === 'sqlite' ? ['1', '0'] : ['true', 'false'];
	const past = "'2001-01-01T00:00:00.000+00:00'";
	const set = (name: string, leaves: Withdrawal['leaves'], row: Row, to: string[]) => ({
		name,
		leaves,
		sql: `UPDATE "${row.table}" SET ${to[0]} WHERE "uid" = '${row.uid}'`,
		undo: `UPDATE "${row.table}" SET ${to[1]} WHERE "uid" = '${row.uid}'`
	});
	const member = { table: 'Member', uid };
	const ofMember = [
		set('the member is removed', 'nothing', member, [
			`"removedAt" = ${past}`,
			'"removedAt" = NULL'
		]),
		set('the password is to be changed first', { mustChangePassword: true }, member, [
			`"mustChangePassword" = ${yes}`,
			`"mustChangePassword" = ${no}`
		]),
		...(caller.member.isAdmin
			? [
					set('the member is demoted', { is: 'owner' }, member, [
						`"role" = 'ROLE_MEMBER'`,
						`"role" = 'ROLE_ADMIN'`
					])
				]
			: [])
	];
	const credential = rowOf(caller);
	const ended = {
		name: `the ${caller.by} is ended`,
		leaves: 'nothing' as const,
		sql: `DELETE FROM "${credential.table}" WHERE "uid" = '${credential.uid}'`,
		undo: `INSERT INTO "${credential.table}" SELECT * FROM ${aside}`
	};
	const expired =
		caller.by === 'pair'
			? []
			: [
					set(`the ${caller.by} expires`, 'nothing', credential, [
						`"expiresAt" = ${past}`,
						`"expiresAt" = '2100-01-01T00:00:00.000+00:00'`
					])
				];
	const narrowed =
		caller.by === 'token'
			? [
					set('the token loses its abilities', { abilities: [] }, credential, [
						`"canRead" = ${no}, "canWrite" = ${no}, "canDelete" = ${no}`,
						`"canRead" = ${yes}, "canWrite" = ${yes}, "canDelete" = ${yes}`
					]),
					set('the token loses its lists', { scope: 'another list' }, credential, [
						`"allLists" = ${no}`,
						`"allLists" = ${yes}`
					])
				]
			: [];
	return [...ofMember, ...narrowed, ...expired, ended];
}

/** Sets the caller's credential aside, to be given back. */
export function setAside(caller: MemberCaller): string[] {
	const { table, uid } = rowOf(caller);
	return [
		`DROP TABLE IF EXISTS ${aside}`,
		`CREATE TABLE ${aside} AS SELECT * FROM "${table}" WHERE "uid" = '${uid}'`
	];
}

type Row = { table: string; uid: string };

function rowOf(caller: MemberCaller): Row {
	if (caller.by === 'session') return { table: 'Session', uid: caller.sessionUid };
	if (caller.by === 'pair') return { table: 'Pair', uid: caller.pairUid };
	return { table: 'AccessToken', uid: caller.token.uid };
}
