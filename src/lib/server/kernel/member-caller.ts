import * as m from '../../paraglide/messages.js';
import type { Caller, MemberCaller } from './caller.ts';
import { Refusal } from './errors.ts';
import type { SecurityEvent } from './security-events.ts';

/** `audit` is what the log of security events says of the refusal. */
export function unauthenticated(audit?: SecurityEvent): Refusal {
	return new Refusal('unauthenticated', m.sign_in_first(), audit ? { audit } : {});
}

/** The member behind a caller whom `admit` let in. */
export function memberCaller(caller: Caller): MemberCaller {
	if (caller.by === 'visitor') throw unauthenticated();
	return caller;
}
