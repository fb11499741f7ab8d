import { clockSkewMs, days, later, minutes } from '../runtime/clock.ts';
import type { Household } from '../kernel/household.ts';
import { hashSecret, newSecret, newUid, successorOf } from '../kernel/secrets.ts';
import { unauthenticated } from '../kernel/admit.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import type { Origin } from '../kernel/origin.ts';
import { holdPair } from '../data/locks.ts';
import { lockCommits } from '../data/commit-lock.ts';
import { sql } from '../data/sql.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { lookedUp, lookUpColumns, type LookUpRow } from '../kernel/calling-member.ts';

/** A sign-in pair: an access token of 15 minutes in the body, and a refresh token of 30 days that travels in a cookie alone. */

export type Tokens = { accessToken: string; expiresAt: string };

export const pairPrefix = 'hearthpair_';
const refreshPrefix = 'hearthrefresh_';

/** How long a replaced refresh token still gets its successor, in ms: for two tabs, or a lost answer. */
const reuseGraceMs = 10_000;

export async function startPairFor(
	unit: Unit,
	memberUid: string
): Promise<Tokens & { pairUid: string }> {
	const uid = newUid('fam');
	await unit.db.pair.create({ data: { uid, memberUid, createdAt: unit.now } });
	await unit.db.member.update({ where: { uid: memberUid }, data: { lastSignedInAt: unit.now } });
	await giveRefresh(unit, uid, newSecret(refreshPrefix));
	return { ...(await giveAccess(unit, uid)), pairUid: uid };
}

/** Exchanges the refresh cookie for a fresh access token and rotates the cookie. */
export async function refreshPair(unit: Unit): Promise<Tokens> {
	const secret = unit.caller.from.refreshSecret ?? '';
	const token = await unit.db.refreshToken.findUnique({ where: { hash: hashSecret(secret) } });
	if (!token || token.expiresAt <= unit.now) throw unauthenticated();
	await holdPair(unit, token.pairUid);
	const successor = successorOf(secret, token.salt, refreshPrefix);
	// The condition decides between two refreshes at once, also on several nodes.
	const { count } = await unit.db.refreshToken.updateMany({
		where: { hash: token.hash, replacedAt: null },
		data: { replacedAt: unit.now }
	});
	if (count > 0) await giveRefresh(unit, token.pairUid, successor);
	else unit.issue({ kind: 'refresh', ...(await newest(unit, successor)) });
	return giveAccess(unit, token.pairUid);
}

/** The newest of this token and its successors: the one that was not replaced yet. */
async function newest(unit: Unit, secret: string): Promise<{ secret: string; expiresAt: Date }> {
	const token = await unit.db.refreshToken.findUnique({ where: { hash: hashSecret(secret) } });
	// The pair was ended in the same moment.
	if (!token) throw unauthenticated();
	if (!token.replacedAt) return { secret, expiresAt: token.expiresAt };
	return newest(unit, successorOf(secret, token.salt, refreshPrefix));
}

/** Ends the pair whose refresh token is used long after it was replaced: that token, or its successor, was stolen. */
export async function endPairIfReplayed(before: PrepareContext): Promise<void> {
	const secret = before.caller.from.refreshSecret ?? '';
	const token = await before.db.refreshToken.findUnique({ where: { hash: hashSecret(secret) } });
	if (!token?.replacedAt) return;
	const sinceMs = before.now.getTime() - token.replacedAt.getTime();
	if (sinceMs <= reuseGraceMs && sinceMs >= -clockSkewMs) return;
	await before.commit(async (db) => {
		await db.pair.deleteMany({ where: { uid: token.pairUid } });
		await lockCommits({ ...before, db });
	});
	throw unauthenticated({ event: 'refresh-reused', sessionUid: token.pairUid });
}

/** The member who holds this access token of a pair, or undefined. */
export async function pairCaller(
	household: Household,
	secret: string,
	from: Origin
): Promise<MemberCaller | undefined> {
	const { read, dialect } = household.database;
	const [row] = await read.query<LookUpRow & { pairUid: string; expiresAt: Date | string }>(sql`
		SELECT a."pairUid", a."expiresAt", ${lookUpColumns(dialect)}
		FROM "PairAccessToken" a JOIN "Pair" p ON p."uid" = a."pairUid" JOIN "Member" m ON m."uid" = p."memberUid"
		WHERE a."hash" = ${hashSecret(secret)} AND m."removedAt" IS NULL`);
	const expiresAt = new Date(timestamp(row?.expiresAt));
	if (!row || expiresAt <= household.clock()) return undefined;
	return { by: 'pair', pairUid: row.pairUid, expiresAt, from, ...lookedUp(row) };
}

/** Ends the pair this caller came with, by its access token or by its refresh cookie. */
export async function endThisPair(unit: Unit): Promise<void> {
	const { caller } = unit;
	if (caller.by === 'pair') await endPair(unit, caller.pairUid);
	const secret = caller.from.refreshSecret;
	if (!secret) return;
	const token = await unit.db.refreshToken.findUnique({ where: { hash: hashSecret(secret) } });
	if (token) await endPair(unit, token.pairUid);
}

async function endPair(unit: Unit, uid: string): Promise<void> {
	const { count } = await unit.db.pair.deleteMany({ where: { uid } });
	if (count > 0) unit.audit({ event: 'session-ended', sessionUid: uid });
}

async function giveRefresh(unit: Unit, pairUid: string, secret: string): Promise<void> {
	const expiresAt = later(unit.now, days(30));
	await unit.db.refreshToken.create({
		data: { hash: hashSecret(secret), pairUid, createdAt: unit.now, expiresAt, salt: newSecret('') }
	});
	unit.issue({ kind: 'refresh', secret, expiresAt });
}

async function giveAccess(unit: Unit, pairUid: string): Promise<Tokens> {
	const secret = newSecret(pairPrefix);
	const expiresAt = later(unit.now, minutes(15));
	await unit.db.pairAccessToken.create({ data: { hash: hashSecret(secret), pairUid, expiresAt } });
	return { accessToken: secret, expiresAt: timestamp(expiresAt) };
}
