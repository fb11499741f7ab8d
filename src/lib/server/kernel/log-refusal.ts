import type { Caller } from './caller.ts';
import { Refusal, type RefusalKind } from './errors.ts';
import type { Household } from './household.ts';
import { takeLine } from './log-limit.ts';
import { logSecurity } from './security-log.ts';
import type { SecurityEvent } from './security-events.ts';

/** Logs a refusal as a security event, where it is about who asks. Each network may cause few lines a minute. */
export function logIfRefused(
	{ log, clock }: Household,
	caller: Caller,
	error: unknown,
	operation: string
): void {
	if (!(error instanceof Refusal)) return;
	// A visitor without a credential has merely not signed in yet.
	if (caller.by === 'visitor' && error.kind === 'unauthenticated' && !error.audit) return;
	const event = error.audit?.event ?? refusedAs[error.kind];
	const line = event && takeLine(log, caller.from.address, clock());
	if (line) logSecurity(log, caller, { operation, ...error.audit, event }, line);
}

/** Logs a fault. How many lines visitors cause is limited per network; what a member caused is always written. */
export function logFault(
	{ log, clock }: Household,
	caller: Caller,
	message: string,
	facts: Record<string, string>
): void {
	const line = caller.by === 'visitor' ? takeLine(log, caller.from.address, clock()) : {};
	if (line) log.error(message, { ...facts, ...line });
}

const refusedAs: Partial<Record<RefusalKind, SecurityEvent['event']>> = {
	unauthenticated: 'refused',
	forbidden: 'refused',
	'too-many': 'throttled'
};
