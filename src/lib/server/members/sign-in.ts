import * as m from '../../paraglide/messages.js';
import { passwordMatches } from '../kernel/passwords.ts';
import { Refusal } from '../kernel/errors.ts';
import { fold } from '../kernel/text.ts';
import { askerOf } from '../kernel/throttle.ts';
import { actor, type PrepareContext, type Unit } from '../kernel/unit.ts';
import { memberOf, type Member } from '../kernel/member.ts';
import { endThisPair, startPairFor, type Tokens } from '../sessions/token-pairs.ts';
import { endThisSession, startSessionFor } from '../sessions/sessions.ts';
import { tryPassword } from './login-throttle.ts';
import { refuseExpired } from './temporary-password.ts';
import { saying } from '../kernel/saying.ts';

type Credentials = { email: string; password: string };

/** A member, and the hash of the password that was found to be theirs. */
export type Compared = { uid: string; passwordHash: string };

/** The member of these credentials. An unknown email and a wrong password are refused alike, in body and time. */
export async function memberWithPassword(
	before: PrepareContext,
	{ email, password }: Credentials
): Promise<Compared> {
	const account = fold(email);
	const member = await before.db.member.findUnique({ where: { emailFolded: account } });
	const compare = () => passwordMatches(member?.passwordHash, password, askerOf(before));
	if (!(await tryPassword(before, account, compare)) || !member) throw wrongPassword(member?.uid);
	refuseExpired(before, member);
	return { uid: member.uid, passwordHash: member.passwordHash };
}

function wrongPassword(memberUid: string | undefined): Refusal {
	return new Refusal('unauthenticated', m.credentials_wrong(), {
		audit: { event: 'wrong-password', ...(memberUid && { memberUid }) }
	});
}

/**
 * Throws where the password was replaced after it was compared. The member stays locked until the transaction ends, so a command that
 * replaces the password after this finds the session, and ends it.
 */
async function holdPassword(unit: Unit, compared: Compared): Promise<void> {
	const { count } = await unit.db.member.updateMany({
		where: { ...compared, removedAt: null },
		data: { lastSignedInAt: unit.now }
	});
	if (count === 0) throw wrongPassword(compared.uid);
}

/** Signs in a client that holds a person's password, with a pair of tokens. */
export async function signIn(unit: Unit, compared: Compared): Promise<Tokens & { member: Member }> {
	await holdPassword(unit, compared);
	const { pairUid, ...tokens } = await startPairFor(unit, compared.uid);
	tellOfSignIn(unit, compared.uid, pairUid);
	return { ...tokens, member: await memberOf(unit.db, compared.uid) };
}

/** Signs in a browser, with a session in a cookie. */
export async function startSession(unit: Unit, compared: Compared): Promise<{ member: Member }> {
	await holdPassword(unit, compared);
	await endThisSession(unit);
	tellOfSignIn(unit, compared.uid, await startSessionFor(unit, compared.uid));
	return { member: await memberOf(unit.db, compared.uid) };
}

/** Tells the member of the sign-in under Activity, in case it was somebody else. */
function tellOfSignIn(unit: Unit, memberUid: string, sessionUid: string): void {
	unit.audit({ event: 'signed-in', memberUid, sessionUid });
	unit.record({
		kind: 'activity.changed',
		toUid: memberUid,
		notice: {
			to: [memberUid],
			kind: 'ACTIVITY_KIND_SIGN_IN',
			text: saying('new_sign_in', { userAgent: unit.caller.from.device }),
			targetUid: sessionUid
		}
	});
}

/** Ends the session or the pair of the caller. Idempotent. */
export async function signOut(unit: Unit): Promise<void> {
	await endThisSession(unit);
	await endThisPair(unit);
	unit.issue({ kind: 'session-ended' });
	unit.issue({ kind: 'refresh-ended' });
}

export async function getMe(unit: Unit): Promise<{ member: Member }> {
	return { member: await memberOf(unit.db, actor(unit).member.uid) };
}
