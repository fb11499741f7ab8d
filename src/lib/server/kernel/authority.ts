import * as m from '../../paraglide/messages.js';
import type { Access } from './access.ts';
import { admit } from './admit.ts';
import { unauthenticated } from './admit.ts';
import type { Caller } from './caller.ts';
import { forbidden } from './errors.ts';
import { currentCaller, type Asking } from './current-caller.ts';

/**
 * What a caller may do is decided when a command writes. A request may wait for a password hash, for its turn at the
 * writer or for a lock, and its session may end or its member may be demoted meanwhile.
 */

/** The caller as the database has them now, in one query. Throws where they may not call any more. */
export async function authorise(access: Access, { caller, ...asking }: Asking): Promise<Caller> {
	if (access.who === 'visitor' || caller.by === 'visitor') return caller;
	const current = await currentCaller({ caller, ...asking });
	if (!current) throw unauthenticated();
	admit(access, current);
	return current;
}

/**
 * Throws where others have committed a change of this caller's authority since the command began. Called while nobody else can
 * commit. `read` reads outside of the transaction: a command may end its own session or role, and must not be refused for that.
 * Nor may it win back what somebody else has just taken away.
 */
export async function refuseIfAuthorityChanged(access: Access, asking: Asking): Promise<void> {
	const current = await authorise(access, asking);
	if (!hasAuthorityOf(current, asking.caller)) throw forbidden(m.permissions_just_changed());
}

/** Whether both callers may do the same. */
export const hasAuthorityOf = (one: Caller, other: Caller): boolean =>
	authorityOf(one) === authorityOf(other);

const authorityOf = (caller: Caller): string =>
	caller.by === 'visitor'
		? ''
		: JSON.stringify([
				caller.member.isAdmin,
				caller.member.mustChangePassword,
				caller.by === 'token' && [caller.token.abilities, caller.token.allLists]
			]);
