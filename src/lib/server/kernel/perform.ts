import type { z } from 'zod';
import type { Household } from './household.ts';
import { isGone, isUniqueViolation } from '../data/faults.ts';
import { readerIn } from '../data/reader.ts';
import { inTransaction } from '../data/transaction.ts';
import type { Connection } from '../data/client.ts';
import { notifyMembers } from '../activity/notify.ts';
import type { Access } from './access.ts';
import { admit } from './admit.ts';
import { authorise, hasAuthorityOf } from './authority.ts';
import { requireRowFor } from './authority-row.ts';
import type { Caller } from './caller.ts';
import type { Notice } from './change-event.ts';
import { runCommand, type Command } from './command.ts';
import { Refusal } from './errors.ts';
import { writeOutbox } from '../events/outbox.ts';
import { lockCommits } from '../data/commit-lock.ts';
import { logIfRefused } from './log-refusal.ts';
import { isRemembered } from './remembered-callers.ts';
import { refusalFromDatabase } from './refusal-from-database.ts';
import { logSecurity } from './security-log.ts';
import type { Unit } from './unit.ts';
import type { Around, PrepareContext } from './prepare-context.ts';
import type { Credential } from './credential.ts';
import {
	replay,
	isSameRequest,
	findStored,
	refuseReuse,
	type StoredAnswer,
	type KeyedRequest
} from './idempotency.ts';
import type { AnyOperation, Operation } from './operation.ts';
import { parseOutput, parseStored } from './output.ts';
import { parseInput } from './parse-input.ts';

type Performed<Output> = {
	output: Output;
	issued: Credential[];
	/** Whether this is the answer of the first time, and nothing was done again. */
	replayed: boolean;
};

/** What a request may add to any command: a key under which it happens once, and the version it is meant for. */
export type Conditions = {
	/** Read once the caller is admitted. Throws where what was sent cannot be a key. */
	readonly key?: string | undefined;
	/** What was sent under the key, where the input depends on more than that. Sent again, it is the same request. */
	sent?: string;
	/** The key is a form's own, so a replay is whole, secrets and credentials included; see `KeyedRequest`. */
	replaysSecrets?: boolean;
	ifMatch?: string | undefined;
};

/**
 * Runs an operation: authorise, validate, then run it and write the outbox in one transaction, where the caller's authority
 * is read again. Nothing is published or issued if the transaction rolls back. Throws Refusal.
 */
export async function perform<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	household: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	given: () => unknown,
	conditions: Conditions = {}
): Promise<Performed<z.output<Output>>> {
	const { minPasswordLength } = household.config;
	const parsed = async () => parseInput(operation.input, await given(), minPasswordLength);
	let input: ReturnType<typeof parsed> | undefined;
	const readInput = () => (input ??= parsed());
	const performFor = async (by: Caller) => {
		admit(operation.access, by);
		const keyed = keyedRequest(operation, conditions);
		if (operation.kind === 'command') endSnapshot(by);
		const call = { household, operation, caller: by, readInput, ifMatch: conditions.ifMatch };
		return keyed ? performOnce(call, keyed) : carryOut(call);
	};
	try {
		return await withCurrentRights(household, operation, caller, performFor);
	} catch (error) {
		const refusal = refusalFromDatabase(household, error);
		logIfRefused(household, caller, refusal, operation.name);
		throw refusal;
	}
}

/**
 * Runs a command with the rights that the caller had when they were looked up, where `requireRow` checks them before the commit. A refusal
 * may reveal what the caller may no longer know, so the rights are read again before it is thrown. Throws what `authorise` throws.
 */
async function withCurrentRights<T>(
	household: Household,
	operation: Pick<AnyOperation, 'access' | 'kind'>,
	caller: Caller,
	attempt: (caller: Caller) => Promise<T>
): Promise<T> {
	const { access, kind } = operation;
	const lookAgain = () => authoriseNow(household, access, caller);
	const isChecked = kind === 'command' && requireRowFor(access, household.database) !== undefined;
	const by = isRemembered(caller) && !isChecked ? await lookAgain() : caller;
	try {
		return await attempt(by);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const current = isChecked ? await lookAgain() : by;
		if (!hasAuthorityOf(current, by))
			return withCurrentRights(household, operation, current, attempt);
		if (error.notice) await storeNotice(household, caller, error.notice);
		throw error;
	}
}

type Call<Input extends z.ZodObject, Output extends z.ZodObject, Prepared> = {
	household: Household;
	operation: Operation<Input, Output, Prepared>;
	caller: Caller;
	/** Reads and validates what was sent. A second call returns the same input: a body can be read only once. */
	readInput(): Promise<z.output<Input>>;
	ifMatch: string | undefined;
};

/** Undefined for what runs each time: a query, and a command without a key or one that ignores it. */
function keyedRequest(
	operation: AnyOperation,
	{ key, sent, replaysSecrets }: Conditions
): KeyedRequest | undefined {
	if (key === undefined || operation.kind === 'query') return undefined;
	if (operation.ignoresKey && !replaysSecrets) return undefined;
	return { key, operation, sent, replaysSecrets };
}

/** Runs a command at most once for its key. Replays the stored answer, also where a concurrent request stored it first. */
async function performOnce<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	call: Call<Input, Output, Prepared>,
	keyed: KeyedRequest
): Promise<Performed<z.output<Output>>> {
	const { household, operation, caller } = call;
	const asking = { caller, ...reading(household), now: household.clock() };
	const answerAgain = async (stored: StoredAnswer): Promise<Performed<z.output<Output>>> => {
		if (!isSameRequest(stored, keyed)) refuseReuse(stored, keyed, await call.readInput());
		const current = await authoriseNow(household, operation.access, caller);
		const { output, issued } = await replay({ ...asking, caller: current }, keyed, stored);
		return { output: parseStored(operation.output, output), issued, replayed: true };
	};
	const stored = await findStored(asking, keyed);
	if (stored) return answerAgain(stored);
	try {
		return await carryOut(call, keyed);
	} catch (error) {
		const isRefusal = error instanceof Refusal;
		if (!isRefusal && !isUniqueViolation(error)) throw error;
		const storedMeanwhile = await findStored(asking, keyed);
		if (!storedMeanwhile) throw error;
		// What is not known to be the same request keeps its own refusal.
		if (isRefusal && !isSameRequest(storedMeanwhile, keyed)) throw error;
		return answerAgain(storedMeanwhile);
	}
}

async function carryOut<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	{ household, operation, caller, readInput, ifMatch }: Call<Input, Output, Prepared>,
	keyed?: KeyedRequest
): Promise<Performed<z.output<Output>>> {
	const input = await readInput();
	const { database, config, clock } = household;
	const around = { caller, config, dialect: database.dialect, now: clock() };
	const before: PrepareContext = {
		...around,
		...reading(household),
		commit: (work) => inTransaction(database, work)
	};
	const prepared = (await operation.prepare?.(before, input)) as Prepared;
	const run = async (unit: Unit) =>
		parseOutput(operation.output, (await operation.run(unit, input, prepared)) ?? {});
	if (operation.kind === 'command')
		return runInTransaction(household, around, { operation, input, run, keyed, ifMatch });
	const read = database.readAt(snapshotIn(caller));
	const unit = { ...around, ...idle(), db: database.reader, read };
	return { output: await run(unit), issued: [], replayed: false };
}

/** Runs a command and commits it. Then wakes the readers of the outbox, and writes to the log of security events. */
async function runInTransaction<Output extends object>(
	household: Household,
	around: Omit<Around, 'db' | 'read'>,
	command: Command<Output>
): Promise<Performed<Output>> {
	const { database, clock, log, notifier } = household;
	const { caller } = around;
	let isAgain = false;
	const work = (db: Connection) => {
		const given = { ...command, isAgain };
		isAgain = true;
		return runCommand(household, { ...around, ...writing(db), now: clock() }, given);
	};
	try {
		const { output, issued, audited } = await inTransaction(database, work);
		notifier.call();
		for (const event of audited) logSecurity(log, caller, event);
		return { output, issued, replayed: false };
	} catch (error) {
		// The row that is gone may be the caller's own token. Then `authorise` throws the refusal.
		if (isGone(error)) await authoriseNow(household, command.operation.access, caller);
		throw error;
	}
}

const authoriseNow = (
	{ database, clock }: Household,
	access: Access,
	caller: Caller
): Promise<Caller> => authorise(access, { caller, read: database.read, now: clock() });

const snapshotIn = (caller: Caller) => (caller.by === 'visitor' ? undefined : caller.snapshot);

/** A query of the same request must see what its command writes. */
function endSnapshot(caller: Caller): void {
	const snapshot = snapshotIn(caller);
	if (snapshot) snapshot.isOver = true;
}

/** The two ways to the database outside of a transaction, and in one. */
const reading = ({ database: { read, reader } }: Household) => ({ db: reader, read });
const writing = (db: Connection) => ({ db, read: readerIn(db) });

/** For a unit that changes nothing of its own. */
const idle = () => ({ held: new Set<string>(), record() {}, issue() {}, audit() {} });

/** Stores the notice of a refused command in a second transaction, since the command's was rolled back. */
async function storeNotice(
	{ database, config, clock, notifier }: Household,
	caller: Caller,
	notice: Notice
): Promise<void> {
	const around = { caller, config, dialect: database.dialect, now: clock() };
	await inTransaction(database, async (db) => {
		const unit: Unit = { ...around, ...idle(), ...writing(db) };
		const announced = await notifyMembers(unit, [{ notice }]);
		await lockCommits(unit);
		await writeOutbox(unit, announced);
	});
	notifier.call();
}
