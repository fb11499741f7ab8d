import type { Connection } from '../data/client.ts';
import { timestamp } from './text.ts';
import { roles, type Member } from './member.ts';

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

export async function memberOf(db: Connection, uid: string): Promise<Member> {
	return asMember(await db.member.findUniqueOrThrow({ where: { uid } }));
}

/** The name of a member, also of one who was removed; undefined where there is none of this uid. */
export async function nameOfMember(db: Connection, uid: string): Promise<string | undefined> {
	return (await db.member.findUnique({ where: { uid }, select: { name: true } }))?.name;
}
