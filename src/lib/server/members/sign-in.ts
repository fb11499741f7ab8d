import { type Unit } from '../kernel/unit.ts';
import { type Member } from '../kernel/member.ts';
import { memberOf } from '../kernel/member-row.ts';
import { startPairFor, type Tokens } from '../sessions/token-pairs.ts';
import { endThisSession, startSessionFor } from '../sessions/sessions.ts';
import { saying } from '../kernel/saying.ts';
import { wrongPassword, type Compared } from './compare-password.ts';

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
