import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import type { Connection } from '../data/client.ts';
import type { Dialect } from '../data/dialect.ts';
import type { Reader } from '../data/reader.ts';
import { snapshotOf } from '../data/snapshot.ts';
import { sql, type Flag } from '../data/sql.ts';
import type { CallingMember } from './caller.ts';
import { visitorUnits } from './length.ts';
import { component, line, named, says, when, whether } from './schema.ts';
import { fold, timestamp } from './text.ts';

const roles = ['ROLE_ADMIN', 'ROLE_MEMBER'] as const;
export const Role = named(
	roles,
	'Role',
	'The role of a member. An admin also manages the household.',
	() => m.role_unknown({ choices: roles.join(', ') })
);
export type Role = z.infer<typeof Role>;

/** A member as pages, REST and assistants show them. */
export const Member = component('Member', {
	uid: says('The uid of the member.'),
	name: says('The name of the member.'),
	email: says('The email address the member signs in with.'),
	role: Role,
	mustChangePassword: whether('Whether the member still has a temporary password to replace.'),
	createdAt: when('The time the member joined.'),
	lastSignedInAt: when('The time the member last signed in.')
});

export type Member = z.infer<typeof Member>;

export const memberName = line(m.field_member_name, { most: 100, units: visitorUnits });

export type MemberRow = {
	uid: string;
	name: string;
	email: string;
	role: string;
	mustChangePassword: boolean;
	createdAt: Date;
	lastSignedInAt: Date | null;
};

export function asMember(row: MemberRow): Member {
	return {
		uid: row.uid,
		name: row.name,
		email: row.email,
		role: roles.find((role) => role === row.role) ?? 'ROLE_MEMBER',
		mustChangePassword: row.mustChangePassword,
		createdAt: timestamp(row.createdAt),
		lastSignedInAt: timestamp(row.lastSignedInAt)
	};
}

/** Which of these members are still here. One statement for up to a thousand, which Prisma's `in` refuses on SQLite. */
export async function presentAmong(read: Reader, uids: string[]): Promise<string[]> {
	if (uids.length === 0) return [];
	const rows = await read.query<{ uid: string }>(sql`
		SELECT "uid" FROM "Member" WHERE "uid" IN (${sql.join(uids)}) AND "removedAt" IS NULL`);
	return rows.map(({ uid }) => uid);
}

/** The uids of all admins. */
export async function admins(read: Reader): Promise<string[]> {
	const rows = await read.query<{ uid: string }>(
		sql`SELECT "uid" FROM "Member" WHERE "role" = 'ROLE_ADMIN' AND "removedAt" IS NULL`
	);
	return rows.map(({ uid }) => uid);
}

export async function memberOf(db: Connection, uid: string): Promise<Member> {
	return asMember(await db.member.findUniqueOrThrow({ where: { uid } }));
}

/** The name of a member, also of one who was removed; undefined where there is none of this uid. */
export async function nameOfMember(db: Connection, uid: string): Promise<string | undefined> {
	return (await db.member.findUnique({ where: { uid }, select: { name: true } }))?.name;
}

/** Sorts by name, without case and accents, and then by uid. */
export function byName<Row extends { uid: string; name: string }>(rows: Row[]): Row[] {
	const key = ({ name, uid }: Row) => `${fold(name)}\n${uid}`;
	return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

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
