import type { Caller } from './caller.ts';
import { Refusal, type RefusalKind } from './errors.ts';
import type { Household } from './household.ts';
import { unwrittenBefore } from './log-limit.ts';
import { logRefused, type SecurityEvent } from './security-log.ts';

/** Logs a refusal as a security event, where it is about who asks. */
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
	if (event) logRefused(log, caller, { operation, ...error.audit, event }, clock());
}

/** Logs a fault. How many lines visitors cause is limited per network; what a member caused is always written. */
export function logFault(
	{ log, clock }: Household,
	caller: Caller,
	message: string,
	facts: Record<string, string>
): void {
	const isVisitor = caller.by === 'visitor';
	const missing = isVisitor ? unwrittenBefore(log, caller.from.address, clock()) : 0;
	if (missing === undefined) return;
	log.error(message, { ...facts, ...(missing > 0 && { unwritten: missing }) });
}

const refusedAs: Partial<Record<RefusalKind, SecurityEvent['event']>> = {
	unauthenticated: 'refused',
	forbidden: 'refused',
	'too-many': 'throttled'
};
