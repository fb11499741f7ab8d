import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/** When the credential of the caller expires, as RFC 3339; "" for a session, and for a token that never does. */
export async function endOfCredential(unit: Unit): Promise<string> {
	const caller = actor(unit);
	if (caller.by === 'pair') return timestamp(caller.expiresAt);
	if (caller.by !== 'token') return '';
	const { uid } = caller.token;
	const token = await unit.db.accessToken.findUniqueOrThrow({
		where: { uid },
		select: { expiresAt: true }
	});
	return timestamp(token.expiresAt);
}
