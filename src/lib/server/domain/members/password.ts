import { hashPassword, passwordMatches } from '../../platform/passwords.ts';
import { malformed } from '../errors.ts';
import { countCharacters } from '../text.ts';
import { actor, type Before, type Unit } from '../unit.ts';
import type { Member } from '../member.ts';
import { askerOf } from '../throttle.ts';
import { tryPassword } from './login-throttle.ts';
import { theMember } from './sign-in.ts';

type PasswordChange = { currentPassword: string; newPassword: string };

/** Checks the current password and hashes the new one, before the transaction opens. */
export async function newPasswordHash(
	before: Before,
	{ currentPassword, newPassword }: PasswordChange
): Promise<string> {
	refuseWeakPassword(before, 'newPassword', newPassword);
	const { uid } = actor(before).member;
	const member = await before.db.member.findUnique({ where: { uid } });
	const compare = () => passwordMatches(member?.passwordHash, currentPassword, askerOf(before));
	if (!(await tryPassword(before, uid, compare)))
		throw malformed({
			field: 'currentPassword',
			description: 'That is not your current password. Nothing was changed.'
		});
	return hashPassword(newPassword, askerOf(before));
}

/** Every other session and pair of the member ends. */
export async function changePassword(
	unit: Unit,
	passwordHash: string
): Promise<{ member: Member }> {
	const caller = actor(unit);
	const { uid } = caller.member;
	await unit.db.member.update({
		where: { uid },
		data: { passwordHash, mustChangePassword: false }
	});
	const here = {
		session: caller.by === 'session' ? caller.sessionUid : '',
		pair: caller.by === 'pair' ? caller.pairUid : ''
	};
	await unit.db.session.deleteMany({ where: { memberUid: uid, uid: { not: here.session } } });
	await unit.db.pair.deleteMany({ where: { memberUid: uid, uid: { not: here.pair } } });
	return { member: await theMember(unit, uid) };
}

/** Long enough is what makes a password good; the shortest allowed is the instance's to say. */
export function refuseWeakPassword(
	{ config }: Pick<Unit, 'config'>,
	field: string,
	password: string
): void {
	if (countCharacters(password) >= config.minPasswordLength) return;
	throw malformed({
		field,
		description: `A password has at least ${config.minPasswordLength} characters; a few words in a row are easy to keep.`
	});
}
