import type { Dialect } from '../data/dialect.ts';
import { snapshotOf } from '../data/snapshot.ts';
import { sql, type Flag } from '../data/sql.ts';

/** The columns of a CallingRow, to select `FROM … JOIN "Member" m`. */
export const callingColumns = sql`m."uid" AS "memberUid", m."name" AS "memberName", m."role", m."mustChangePassword"`;

export type CallingRow = {
	memberUid: string;
	memberName: string;
	role: string;
	mustChangePassword: Flag;
};

/** `callingColumns` and the snapshot, for the statement that looks up the caller of a request. */
export const lookUpColumns = ({ snapshot }: Dialect) => sql`${callingColumns}, ${snapshot}`;

export type LookUpRow = CallingRow & { snapshot: string | null };

/** What a caller has, whichever credential they came with. */
export const lookedUp = (row: LookUpRow) => ({
	member: asCallingMember(row),
	snapshot: snapshotOf(row.snapshot)
});

export function asCallingMember(row: CallingRow): CallingMember {
	return {
		uid: row.memberUid,
		name: row.memberName,
		isAdmin: row.role === 'ROLE_ADMIN',
		mustChangePassword: Boolean(row.mustChangePassword)
	};
}

export type CallingMember = {
	uid: string;
	name: string;
	isAdmin: boolean;
	mustChangePassword: boolean;
};
