import type { Log } from '../runtime/log.ts';
import { credentialOf, type Caller } from './caller.ts';
import type { SecurityEvent } from './security-events.ts';

/** Writes the line, with who acted, by which credential and from which address. `line` is what `takeLine` returned. */
export function logSecurity(
	log: Log,
	caller: Caller,
	event: SecurityEvent,
	line: { unwritten?: number } = {}
): void {
	log.info('security', { ...event, ...actorOf(caller), ...line });
}

function actorOf(caller: Caller): Record<string, string> {
	const { address } = caller.from;
	if (caller.by === 'visitor') return { by: 'visitor', address };
	const { by, member } = caller;
	return { by, byUid: member.uid, credentialUid: credentialOf(caller), address };
}
