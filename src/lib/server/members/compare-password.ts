import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { passwordMatches } from '../kernel/passwords.ts';
import { fold } from '../kernel/text.ts';
import { askerOf } from '../kernel/throttle.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { refuseExpired } from './temporary-password.ts';
import { tryPassword } from './try-password.ts';

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

/** The refusal of a sign-in. `memberUid` is whose password was tried, undefined where the email is nobody’s. */
export function wrongPassword(memberUid: string | undefined): Refusal {
	return new Refusal('unauthenticated', m.credentials_wrong(), {
		audit: { event: 'wrong-password', ...(memberUid && { memberUid }) }
	});
}
