import { Lucia, TimeSpan, type Adapter, type DatabaseSession } from 'lucia';
import { days, later, minutes } from '../runtime/clock.ts';
import type { Connection } from '../data/client.ts';
import type { Dialect } from '../data/dialect.ts';
import type { Reader } from '../data/reader.ts';
import { isUnavailable } from '../data/unavailable.ts';
import type { Household } from '../kernel/household.ts';
import { hashSecret, newSecret, newUid } from '../kernel/secrets.ts';
import { inTransaction } from '../data/transaction.ts';
import { withTimeout } from '../data/with-timeout.ts';
import { lockMember } from '../data/locks.ts';
import { sql, type Sql } from '../data/sql.ts';
import { credentialOf, type MemberCaller } from '../kernel/caller.ts';
import type { Origin } from '../kernel/origin.ts';
import { missing } from '../kernel/errors.ts';
import { pageOf } from '../kernel/pages.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { lookedUp, lookUpColumns, type LookUpRow } from '../kernel/calling-member.ts';

/** Browser sessions: 30 days from the last use, 90 at most. Kept by lucia; only a hash of the id is stored. */

/** Returns the session's public uid. */
export async function startSessionFor(unit: Unit, memberUid: string): Promise<string> {
	const secret = newSecret('');
	const uid = newUid('ses');
	const { now, read, dialect } = unit;
	const lucia = luciaOver({ now, read, dialect, write: (work) => work(unit.db) });
	const { device } = unit.caller.from;
	const attributes = { uid, device, createdAt: now, lastUsedAt: now };
	await lucia.createSession(memberUid, attributes, { sessionId: secret });
	unit.issue({ kind: 'session', secret, expiresAt: expiryOf(now, now) });
	await unit.db.member.update({ where: { uid: memberUid }, data: { lastSignedInAt: now } });
	return uid;
}

type Opened = { caller: MemberCaller; renewed?: { secret: string; expiresAt: Date } };

/** The member whose browser holds this session id, or undefined. Renews the session when its last use was a while ago. */
export async function sessionCaller(
	{ database, clock }: Household,
	secret: string,
	from: Origin
): Promise<Opened | undefined> {
	const { read, dialect } = database;
	const write = <T>(work: (db: Connection) => Promise<T>) => inTransaction(database, work);
	const now = clock();
	const lucia = luciaOver({ now, read, dialect, write });
	const { session, user } = await lucia.validateSession(secret);
	if (!session) return undefined;
	const caller: MemberCaller = { by: 'session', sessionUid: session.uid, from, ...lookedUp(user) };
	// Also after a last use in the future, by a clock that was ahead.
	if (Math.abs(now.getTime() - session.lastUsedAt.getTime()) < minutes(10)) return { caller };
	const expiresAt = expiryOf(session.createdAt, now);
	const idHash = hashSecret(secret);
	const renewal = write(async (db) => {
		await db.session.updateMany({ where: { idHash }, data: { lastUsedAt: now } });
		// No use ends a session sooner: where it would, the clock is behind now or was ahead, and nobody knows which.
		await db.session.updateMany({
			where: { idHash, expiresAt: { lt: expiresAt } },
			data: { expiresAt }
		});
	});
	return (await isRenewedInTime(renewal)) ? { caller, renewed: { secret, expiresAt } } : { caller };
}

/** Whether the session is known, valid or expired. One that was ended is not. */
export const isStored = async ({ database }: Household, secret: string): Promise<boolean> =>
	(await database.reader.session.count({ where: { idHash: hashSecret(secret) } })) > 0;

/** Waits for the renewal for 300 ms at most. Where nothing can be written now, a later request renews the session. */
async function isRenewedInTime(renewal: Promise<unknown>): Promise<boolean> {
	const renewed = renewal.then(
		() => true,
		(error: unknown) => {
			if (isUnavailable(error)) return false;
			throw error;
		}
	);
	return (await withTimeout(300, renewed)) ?? false;
}

/** Ends the session this caller came with; a visitor has none. */
export async function endThisSession(unit: Unit): Promise<void> {
	const { caller } = unit;
	if (caller.by !== 'session') return;
	const { sessionUid } = caller;
	const { count } = await unit.db.session.deleteMany({ where: { uid: sessionUid } });
	if (count > 0) unit.audit({ event: 'session-ended', sessionUid });
}

/**
 * Where the calling member is signed in: here first, then the latest use first. A program that signed in has a pair, which tells no
 * device.
 */
export const getSessions = (unit: Unit) => sessionsIn(unit, signIns(unit));

/** A page of them. */
export async function getSessionsPage(unit: Unit, asked: { page: number }) {
	const all = sql`${signIns(unit)} WHERE s."expiresAt" > ${unit.now}`;
	const { limit, page, pageCount } = await pageOf(unit, all, asked.page);
	return { page, pageCount, ...(await sessionsIn(unit, all, limit)) };
}

/** A pair was last used when the one of its refresh tokens that is not replaced was made. */
function signIns(unit: Unit): Sql {
	const { uid } = actor(unit).member;
	return sql`(
		SELECT "uid", "device", "createdAt", "lastUsedAt", "expiresAt" FROM "Session" WHERE "memberUid" = ${uid}
		UNION ALL SELECT p."uid", '' AS "device", p."createdAt", r."createdAt" AS "lastUsedAt", r."expiresAt"
		FROM "Pair" p JOIN "RefreshToken" r ON r."pairUid" = p."uid"
		WHERE p."memberUid" = ${uid} AND r."replacedAt" IS NULL) s`;
}

type Stored = Date | string;
type SignIn = {
	uid: string;
	device: string;
	createdAt: Stored;
	lastUsedAt: Stored;
	expiresAt: Stored;
};

async function sessionsIn(unit: Unit, all: Sql, limit = sql.empty) {
	const here = credentialOf(actor(unit));
	const rows = await unit.read.query<SignIn>(sql`
		SELECT s.* FROM ${all} ORDER BY s."uid" <> ${here}, s."lastUsedAt" DESC, s."uid" ${unit.dialect.byCodePoint} ${limit}`);
	const valid = rows.filter(({ expiresAt }) => timestamp(expiresAt) > unit.now.toISOString());
	const sessions = valid.map(({ uid, device, createdAt, lastUsedAt }) => ({
		...{ uid, device },
		createdAt: timestamp(createdAt),
		lastUsedAt: timestamp(lastUsedAt),
		isCurrent: uid === here
	}));
	return { sessions };
}

export async function endSession(
	unit: Unit,
	{ sessionUid }: { sessionUid: string }
): Promise<void> {
	const caller = actor(unit);
	const where = { uid: sessionUid, memberUid: caller.member.uid };
	const { count: browsers } = await unit.db.session.deleteMany({ where });
	const { count: programs } = await unit.db.pair.deleteMany({ where });
	if (browsers + programs === 0) throw missing('session');
	unit.audit({ event: 'session-ended', sessionUid });
	if (credentialOf(caller) === sessionUid)
		unit.issue({ kind: browsers > 0 ? 'session-ended' : 'refresh-ended' });
}

/** Ends every session and pair of the calling member but the one they came with. */
export async function endOtherSessions(unit: Unit): Promise<void> {
	const caller = actor(unit);
	const here = credentialOf(caller);
	const memberUid = caller.member.uid;
	await lockMember(unit, memberUid);
	const { sessions } = await getSessions(unit);
	await endSessionsOf(unit, memberUid, here);
	for (const { uid } of sessions)
		if (uid !== here) unit.audit({ event: 'session-ended', sessionUid: uid });
}

/** Ends the sessions and pairs of a member, who must be locked, except the one of this uid. */
export async function endSessionsOf(unit: Unit, memberUid: string, exceptUid = ''): Promise<void> {
	const where = { memberUid, uid: { not: exceptUid } };
	await unit.db.session.deleteMany({ where });
	await unit.db.pair.deleteMany({ where });
}

const idleTimeoutMs = days(30);

function expiryOf(createdAt: Date, lastUsedAt: Date): Date {
	return new Date(
		Math.min(later(lastUsedAt, idleTimeoutMs).getTime(), later(createdAt, days(90)).getTime())
	);
}

type Store = {
	now: Date;
	read: Reader;
	dialect: Dialect;
	write<T>(work: (db: Connection) => Promise<T>): Promise<T>;
};

const luciaOver = (store: Store) =>
	new Lucia(hashingAdapter(store), {
		sessionExpiresIn: new TimeSpan(idleTimeoutMs, 'ms'),
		getSessionAttributes: (attributes) => attributes,
		getUserAttributes: (attributes) => attributes
	});

declare module 'lucia' {
	interface Register {
		Lucia: ReturnType<typeof luciaOver>;
		DatabaseSessionAttributes: { uid: string; device: string; createdAt: Date; lastUsedAt: Date };
		DatabaseUserAttributes: LookUpRow;
	}
}

/**
 * Hands back the raw id it was asked for: lucia would otherwise send the hash to the browser when it renews. Lucia
 * uses the machine's clock and knows only the idle timeout, so this adapter decides when a session ends.
 */
function hashingAdapter({ now, read, dialect, write }: Store): Adapter {
	return {
		getSessionAndUser: async (sessionId) => {
			const [row] = await read.query<SessionRow>(sql`
				SELECT s."uid", s."device", s."createdAt", s."lastUsedAt", s."expiresAt",
					${lookUpColumns(dialect)}
				FROM "Session" s JOIN "Member" m ON m."uid" = s."memberUid" WHERE s."idHash" = ${hashSecret(sessionId)} AND m."removedAt" IS NULL`);
			const isLive = row && new Date(timestamp(row.expiresAt)) > now;
			return isLive
				? [asLuciaSession(sessionId, row), { id: row.memberUid, attributes: row }]
				: [null, null];
		},
		getUserSessions: async () => [],
		setSession: ({ id, userId, attributes }) =>
			write(async (db) => {
				const expiresAt = expiryOf(attributes.createdAt, attributes.lastUsedAt);
				await db.session.create({
					data: { idHash: hashSecret(id), memberUid: userId, expiresAt, ...attributes }
				});
			}),
		updateSessionExpiration: async () => {},
		deleteSession: async () => {},
		deleteUserSessions: async () => {},
		deleteExpiredSessions: async () => {}
	};
}

type SessionRow = LookUpRow & SignIn;

function asLuciaSession(id: string, row: SessionRow): DatabaseSession {
	const { uid, device } = row;
	const createdAt = new Date(timestamp(row.createdAt));
	const lastUsedAt = new Date(timestamp(row.lastUsedAt));
	const attributes = { uid, device, createdAt, lastUsedAt };
	return { id, userId: row.memberUid, expiresAt: new Date(Date.now() + idleTimeoutMs), attributes };
}
