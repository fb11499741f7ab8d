import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { randomPassphrase } from '../kernel/passphrase.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { days, later } from '../runtime/clock.ts';

const worksForMs = days(14);

/** A temporary password of four words, which the member replaces before anything else. */
export async function makeTemporaryPassword(
	before: PrepareContext
): Promise<{ words: string; hash: string }> {
	const words = randomPassphrase(4);
	return { words, hash: await hashPassword(words, askerOf(before)) };
}

/** A temporary password is as old as its member: it is given out once, when the member is added. */
export function refuseExpired(
	{ now }: PrepareContext,
	{ mustChangePassword, createdAt }: { mustChangePassword: boolean; createdAt: Date }
): void {
	if (mustChangePassword && createdAt <= later(now, -worksForMs))
		throw new Refusal('unauthenticated', m.temporary_password_expired(), {
			audit: { event: 'refused' }
		});
}
