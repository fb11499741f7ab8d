import { z } from 'zod';
import { command, operations } from '../kernel/operation.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { replacePassword } from './password.ts';

/**
 * Lets an admin back in whom no other admin can help. No interface offers it, because it is not in the catalogue. Only
 * bin/set-password.ts performs it, and running that needs access to the database.
 */
export const { setPassword } = operations({
	setPassword: command({
		summary: 'Gives a member a new password; every session and pair of theirs ends.',
		access: { who: 'visitor' },
		input: z.object({ email: z.string(), newPassword: z.string() }),
		output: z.object({ isThere: z.boolean() }),
		prepare: async (_before, { newPassword }) => hashPassword(newPassword),
		run: setPasswordOf
	})
});

async function setPasswordOf(
	unit: Unit,
	{ email }: { email: string },
	passwordHash: string
): Promise<{ isThere: boolean }> {
	const emailFolded = fold(email.trim());
	const member = await unit.db.member.findUnique({ where: { emailFolded } });
	if (!member?.passwordHash) return { isThere: false };
	await replacePassword(unit, member.uid, passwordHash);
	unit.audit({ event: 'password-set', memberUid: member.uid });
	unit.record({ kind: 'members.changed' });
	return { isThere: true };
}
