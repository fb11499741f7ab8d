import type { Caller } from '../kernel/caller.ts';
import type { Refusal } from '../kernel/errors.ts';
import type { Household } from '../kernel/household.ts';
import { logFault } from '../kernel/log-refusal.ts';
import type { Fault } from './fault.ts';
import { refusalFrom } from './status.ts';

type Asked = { household: Household; caller: Caller; requestId: string; retryAfter?: number };

/** Turns an error into a refusal. A fault is logged with its stack; how many lines visitors cause is limited per network. */
export function loggedRefusal(asked: Asked, error: unknown, fault: Fault): Refusal {
	const { household, caller, requestId } = asked;
	const refusal = refusalFrom(error, fault, requestId);
	if (refusal.retryAfter) asked.retryAfter = refusal.retryAfter;
	if (refusal.kind === 'fault')
		logFault(household, caller, fault.log, { requestId, reason: reasonOf(error) });
	return refusal;
}

const reasonOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);
