import { notifyMembers } from '../activity/notify.ts';
import { holdCommits, lockCommits } from '../data/commit-lock.ts';
import { isLocked } from '../data/locks.ts';
import { writeOutbox } from '../events/outbox.ts';
import { memberCaller, type Access } from './access.ts';
import { authorise, refuseIfAuthorityChanged, requireRowFor, rowOfAuthority } from './authority.ts';
import type { Caller } from './caller.ts';
import { aboutKind, type Change } from './change-event.ts';
import type { Household } from './household.ts';
import { claimKey, fingerprintOf, store, type KeyedRequest } from './idempotency.ts';
import { staleness } from './if-match.ts';
import type { AnyOperation } from './operation.ts';
import type { SecurityEvent } from './security-log.ts';
import type { Around, Credential, Unit } from './unit.ts';

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

/**
 * From here on nobody else can commit a change of the caller's authority until this transaction ends. Throws where somebody has
 * since the command began.
 */
async function lockAuthority(
	{ database, clock }: Household,
	access: Access,
	unit: Unit,
	changes: Change[]
): Promise<void> {
	const requireRow = requireRowFor(access, unit);
	if (requireRow) {
		const changesLockedListsAlone = changes.every(
			({ kind, listUid = '' }) => aboutKind(kind)?.of === 'item' && isLocked(unit, listUid)
		);
		await (changesLockedListsAlone ? holdCommits(unit) : lockCommits(unit, { waits: false }));
		return requireRow(unit.db, rowOfAuthority(memberCaller(unit.caller), clock()));
	}
	await lockCommits(unit);
	// Where one command runs at a time, nobody can have committed such a change.
	if (unit.dialect.locks)
		await refuseIfAuthorityChanged(access, { ...unit, read: database.read, now: clock() });
}
