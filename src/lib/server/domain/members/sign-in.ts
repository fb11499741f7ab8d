import { passwordMatches } from '../../platform/passwords.ts';
import { Refusal } from '../errors.ts';
import { fold } from '../text.ts';
import { askerOf } from '../throttle.ts';
import { actor, type Before, type Unit } from '../unit.ts';
import { asMember, type Member } from '../member.ts';
import { endThisPair, startPairFor, type Tokens } from './pairs.ts';
import { endThisSession, startSessionFor } from './sessions.ts';
import { tryPassword } from './login-throttle.ts';

type Credentials = { email: string; password: string };

/** Who these credentials belong to. An unknown email and a wrong password are refused alike, in body and time. */
export async function memberWithPassword(
	before: Before,
	{ email, password }: Credentials
): Promise<string> {
	const account = fold(email);
	const member = await before.db.member.findUnique({ where: { emailFolded: account } });
	const compare = () => passwordMatches(member?.passwordHash, password, askerOf(before));
	if (!(await tryPassword(before, account, compare)) || !member)
		throw new Refusal(
			'unauthenticated',
			'That email and password do not go together. Nothing was changed; try again, or ask for a reset.'
		);
	return member.uid;
}

/** For a client that holds a person's password: a pair of tokens. */
export async function signIn(unit: Unit, memberUid: string): Promise<Tokens & { member: Member }> {
	const tokens = await startPairFor(unit, memberUid);
	return { ...tokens, member: await theMember(unit, memberUid) };
}

/** For a browser: a session in a cookie. */
export async function startSession(unit: Unit, memberUid: string): Promise<{ member: Member }> {
	await endThisSession(unit);
	await startSessionFor(unit, memberUid);
	return { member: await theMember(unit, memberUid) };
}

/** Ends the session or the pair that asks; twice is fine. */
export async function signOut(unit: Unit): Promise<Record<string, never>> {
	await endThisSession(unit);
	await endThisPair(unit);
	unit.issue({ kind: 'session-ended' });
	unit.issue({ kind: 'refresh-ended' });
	return {};
}

export async function theMember(unit: Pick<Unit, 'db'>, uid: string): Promise<Member> {
	return asMember(await unit.db.member.findUniqueOrThrow({ where: { uid } }));
}

export async function getMe(unit: Unit): Promise<{ member: Member }> {
	return { member: await theMember(unit, actor(unit).member.uid) };
}
