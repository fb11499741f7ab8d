import * as m from '../../paraglide/messages.js';
import { Prisma } from '../data/client.ts';
import type { Reader } from '../data/reader.ts';
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
 * Throws where others have committed a change of this caller's authority since the command began. Asked while nobody
 * else can commit, which is so once `locking` is done. `committed` reads outside of the transaction: a command may end its
 * own session or role, and must not be refused for that, nor win back in the same moment what somebody else has just taken away.
 */
export async function refuseIfAuthorityChanged(
	access: Access,
	{ caller, read, now }: Asking,
	{ locking, committed }: { locking: Promise<void>; committed: Reader }
): Promise<void> {
	// What members do every day changes no credential and no role, so its own transaction sees what was committed, and reads
	// behind the lock without waiting for it.
	const [current] = await Promise.all(
		access.who === 'member'
			? [authorise(access, { caller, read, now }), locking]
			: [locking.then(() => authorise(access, { caller, read: committed, now }))]
	);
	if (authorityOf(current) !== authorityOf(caller)) throw forbidden(m.permissions_just_changed());
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
	if (caller.by !== 'token') return { ...caller, member };
	const token = {
		...caller.token,
		abilities: abilitiesIn(row),
		allLists: Boolean(row.allLists)
	};
	return { ...caller, member, token };
}

type Row = CallingRow & TokenFlags & { expiresAt?: Date | string | null };

function rowsOf(caller: MemberCaller, read: Reader): Promise<readonly Row[]> {
	const [table, columns] = credentials[caller.by];
	return read.query(Prisma.sql`
		SELECT ${columns} ${callingColumns} FROM ${table} c JOIN "Member" m ON m."uid" = c."memberUid"
		WHERE c."uid" = ${credentialOf(caller)} AND m."removedAt" IS NULL`);
}

/** Where each kind is kept, and what is asked of it beside its member. A pair's access token says itself when it expires. */
const credentials: Record<MemberCaller['by'], [table: Prisma.Sql, columns: Prisma.Sql]> = {
	session: [Prisma.sql`"Session"`, Prisma.sql`c."expiresAt",`],
	pair: [Prisma.sql`"Pair"`, Prisma.empty],
	token: [
		Prisma.sql`"AccessToken"`,
		Prisma.sql`c."expiresAt", c."canRead", c."canWrite", c."canDelete", c."allLists",`
	]
};
