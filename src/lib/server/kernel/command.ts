import { notifyMembers } from '../activity/notify.ts';
import { writeOutbox } from '../events/outbox.ts';
import { authorise } from './authority.ts';
import { requireRowFor } from './authority-row.ts';
import type { Caller } from './caller.ts';
import type { Change } from './change-event.ts';
import type { Household } from './household.ts';
import { claimKey, fingerprintOf, store, type KeyedRequest } from './idempotency.ts';
import { staleness } from './if-match.ts';
import type { AnyOperation } from './operation.ts';
import type { SecurityEvent } from './security-events.ts';
import type { Unit } from './unit.ts';
import type { Around } from './prepare-context.ts';
import type { Credential } from './credential.ts';
import { lockAuthority } from './lock-authority.ts';

export type Command<Output> = {
	operation: AnyOperation;
	input: Record<string, unknown>;
	run(unit: Unit): Promise<Output>;
	keyed: KeyedRequest | undefined;
	ifMatch: string | undefined;
};

/**
 * Runs a command in its open transaction: claim the key, check If-Match, run, write Activity and the outbox. `isAgain` says that an
 * earlier attempt was rolled back. The rights that the request came with may be outdated then, so they are read again.
 */
export async function runCommand<Output extends object>(
	household: Household,
	around: Around,
	{ operation, input, run, keyed, ifMatch, isAgain }: Command<Output> & { isAgain: boolean }
) {
	const { access } = operation;
	const [changes, issued, audited]: [Change[], Credential[], SecurityEvent[]] = [[], [], []];
	const attempt = async (caller: Caller) => {
		const unit: Unit = {
			...around,
			caller,
			fingerprint: keyed && fingerprintOf(caller, keyed, input),
			held: new Set(),
			record: (change) => changes.push(change),
			issue: (credential) => issued.push(credential),
			audit: (event) => audited.push(event)
		};
		if (keyed) await claimKey(unit, keyed, input);
		const stale = await staleness(unit, operation, input, ifMatch);
		// Someone who may not do this at all is told that, whatever version they saw (RFC 9110, 13.2.1).
		const output = await run(unit);
		if (stale) throw stale;
		return { unit, output };
	};
	const startsUnchecked = !isAgain && requireRowFor(access, around);
	const { unit, output } = await attempt(
		startsUnchecked ? around.caller : await authorise(access, around)
	);
	if (keyed) await store(unit, keyed, { input, output, changes, issued });
	const announced = [...changes, ...(await notifyMembers(unit, changes))];
	await lockAuthority(household, access, unit, announced);
	await writeOutbox(unit, announced);
	return { output, issued, audited };
}
