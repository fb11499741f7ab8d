import { may, type Ability, type Caller, type MemberCaller } from './caller.ts';
import { forbidden, Refusal } from './errors.ts';
import type { SecurityEvent } from './security-log.ts';

/** Who may call an operation, in the words of the interface. That the caller owns or reaches a list is the domain's question. */
export type Access =
	| { who: 'visitor' }
	| { who: 'member'; ability?: Ability; withTemporaryPassword?: true }
	| { who: 'token'; ability: Ability }
	| { who: 'signed-in'; withTemporaryPassword?: true }
	| { who: 'browser'; act: string }
	| { who: 'admin'; act: string };

/** Throws unless this caller may call; asked before the input is read, so that a refusal tells nothing about it. */
export function admit(access: Access, caller: Caller): void {
	if (access.who === 'visitor') return;
	if (caller.by === 'visitor') throw unauthenticated();
	if (caller.member.mustChangePassword && !('withTemporaryPassword' in access))
		throw forbidden('Choose your own password first. Until then, nothing else is possible.');
	if (access.who === 'member') return admitAbility(caller, access.ability);
	if (access.who === 'token') {
		if (caller.by !== 'token') throw forbidden('Only an access token can ask for this.');
		return admitAbility(caller, access.ability);
	}
	if (access.who === 'signed-in') {
		if (caller.by === 'token') throw forbidden("An access token can't do this. Sign in instead.");
		return;
	}
	if (access.who === 'admin' && !caller.member.isAdmin)
		throw forbidden(`Only an admin can ${access.act}.`);
	if (caller.by !== 'session')
		throw forbidden(`This can only be done in a browser, signed in: ${access.act}.`);
}

/** The same as an answer, for what is not offered to whom it would be refused. */
export function isAdmitted(access: Access, caller: Caller): boolean {
	try {
		admit(access, caller);
		return true;
	} catch {
		return false;
	}
}

/** `audit` says what the log of security events makes of it. */
export function unauthenticated(audit?: SecurityEvent): Refusal {
	return new Refusal(
		'unauthenticated',
		'Sign in first, or send an access token that is still valid.',
		audit ? { audit } : {}
	);
}

/** The member behind a caller whom `admit` let in. */
export function memberCaller(caller: Caller): MemberCaller {
	if (caller.by === 'visitor') throw unauthenticated();
	return caller;
}

function admitAbility(caller: MemberCaller, ability: Ability | undefined): void {
	if (!ability || may(caller, ability)) return;
	throw forbidden(`This access token may not ${ability}.`);
}
