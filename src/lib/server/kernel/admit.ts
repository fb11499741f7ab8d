import * as m from '../../paraglide/messages.js';
import { may, type Caller, type MemberCaller } from './caller.ts';
import { withoutAbility, type Ability } from './abilities.ts';
import { forbidden, Refusal } from './errors.ts';
import type { Access } from './access.ts';
import type { SecurityEvent } from './security-events.ts';

/** Throws unless this caller may call; called before the input is read, so that a refusal tells nothing about it. */
export function admit(access: Access, caller: Caller): void {
	if (access.who === 'visitor') return;
	if (caller.by === 'visitor') throw unauthenticated();
	if (caller.member.mustChangePassword && !('withTemporaryPassword' in access))
		throw forbidden(m.own_password_first());
	if (access.who === 'member') return admitAbility(caller, access.ability);
	if (access.who === 'token') {
		if (caller.by !== 'token') throw forbidden(m.only_for_tokens());
		return admitAbility(caller, access.ability);
	}
	if (access.who === 'signed-in') {
		if (caller.by === 'token') throw forbidden(m.not_for_tokens());
		return;
	}
	if (access.who === 'admin' && !caller.member.isAdmin)
		throw forbidden(access.refusal({ to: 'member' }));
	if (caller.by !== 'session') throw forbidden(access.refusal({ to: 'program' }));
}

/** Whether `admit` lets the caller in. What would be refused is not offered. */
export function isAdmitted(access: Access, caller: Caller): boolean {
	try {
		admit(access, caller);
		return true;
	} catch {
		return false;
	}
}

function admitAbility(caller: MemberCaller, ability: Ability | undefined): void {
	if (!ability || may(caller, ability)) return;
	throw forbidden(withoutAbility[ability]());
}

/** `audit` is what the log of security events says of the refusal. */
export function unauthenticated(audit?: SecurityEvent): Refusal {
	return new Refusal('unauthenticated', m.sign_in_first(), audit ? { audit } : {});
}

/** The member behind a caller whom `admit` let in. */
export function memberCaller(caller: Caller): MemberCaller {
	if (caller.by === 'visitor') throw unauthenticated();
	return caller;
}
