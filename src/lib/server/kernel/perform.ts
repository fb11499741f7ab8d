import type { z } from 'zod';
import type { Household } from './household.ts';
import { isGone, isUniqueViolation } from '../data/faults.ts';
import { readerIn } from '../data/reader.ts';
import { inTransaction } from '../data/transaction.ts';
import type { Connection } from '../data/client.ts';
import { notifyMembers } from '../activity/notify.ts';
import { admit } from './access.ts';
import { authorise } from './authority.ts';
import type { Caller } from './caller.ts';
import { runCommand, type Around, type Conditional } from './command.ts';
import { Refusal } from './errors.ts';
import { writeOutbox } from '../events/outbox.ts';
import { lockCommits } from '../data/locks.ts';
import { logIfRefused } from './log-refusal.ts';
import { refusalFromDatabase } from './refusal-from-database.ts';
import { logSecurity } from './security-log.ts';
import type { PrepareContext, Credential, Unit } from './unit.ts';
import {
	replay,
	isSameRequest,
	findStored,
	refuseReuse,
	type StoredAnswer,
	type KeyedRequest
} from './idempotency.ts';
import type { Operation } from './operation.ts';
import { parseOutput } from './output.ts';
import { parseInput } from './parse-input.ts';

type Performed<Output> = {
	output: Output;
	issued: Credential[];
	/** Whether this is the answer of the first time, and nothing was done again. */
	replayed: boolean;
};

/** What a request may add to any command: a key under which it happens once, and the version it is meant for. */
export type Conditions = {
	key?: string | undefined;
	/**
	 * What was sent under the key, where the input depends on more than that. If it is sent again, that is the same request.
	 */
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
	try {
		admit(operation.access, caller);
		if (operation.kind === 'command') endSnapshot(caller);
		return await performOnce(household, operation, caller, given, conditions);
	} catch (error) {
		const refusal = refusalFromDatabase(household, error);
		logIfRefused(household, caller, refusal, operation.name);
		throw refusal;
	}
}

/**
 * Runs a command at most once for each idempotency key. Replays the stored answer, also where a concurrent request stored it
 * first. A query, and a command without a key or one that ignores it, runs each time.
 */
async function performOnce<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	household: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	given: () => unknown,
	{ key, sent, replaysSecrets, ifMatch }: Conditions
): Promise<Performed<z.output<Output>>> {
	const inputOf = async () => parseInput(operation.input, await given());
	if (key === undefined || operation.kind === 'query' || (operation.ignoresKey && !replaysSecrets))
		return carryOut(household, operation, caller, await inputOf(), { ifMatch });
	const keyed: KeyedRequest = { key, operation, sent, replaysSecrets };
	const asking = { caller, ...reading(household), now: household.clock() };
	const stored = await findStored(asking, keyed);
	const again = async (first: StoredAnswer): Promise<Performed<z.output<Output>>> => {
		const current = await authorise(operation.access, { ...asking, now: household.clock() });
		const { output, issued } = await replay({ ...asking, caller: current }, keyed, first);
		return { output: parseOutput(operation.output, output), issued, replayed: true };
	};
	if (stored) {
		if (!isSameRequest(stored, keyed)) refuseReuse(stored, keyed, await inputOf());
		return again(stored);
	}
	let input: z.output<Input> | undefined;
	try {
		input = await inputOf();
		return await carryOut(household, operation, caller, input, { keyed, ifMatch });
	} catch (error) {
		const isRefusal = error instanceof Refusal;
		const storedMeanwhile =
			isRefusal || isUniqueViolation(error) ? await findStored(asking, keyed) : undefined;
		if (!storedMeanwhile) throw error;
		if (isSameRequest(storedMeanwhile, keyed)) return again(storedMeanwhile);
		if (isRefusal) throw error;
		refuseReuse(storedMeanwhile, keyed, input);
		return again(storedMeanwhile);
	}
}

async function carryOut<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	household: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	input: z.output<Input>,
	conditions: Conditional
): Promise<Performed<z.output<Output>>> {
	const { database, config, clock, log, notifier } = household;
	const around = { caller, config, dialect: database.dialect, now: clock() };
	const before: PrepareContext = {
		...around,
		...reading(household),
		audit: (event) => logSecurity(log, caller, event),
		commit: (work) => inTransaction(database, work)
	};
	const prepared = (await operation.prepare?.(before, input)) as Prepared;
	const run = async (unit: Unit) =>
		parseOutput(operation.output, await operation.run(unit, input, prepared));
	if (operation.kind === 'query') {
		const read = database.readAt(snapshotIn(caller));
		const unit = { ...around, ...idle(), db: database.reader, read };
		return { output: await run(unit), issued: [], replayed: false };
	}
	let isAgain = false;
	const work = (db: Connection) => {
		const given = { ...conditions, isAgain };
		isAgain = true;
		return runCommand(
			household,
			operation,
			{ ...around, ...writing(db), now: clock() },
			input,
			run,
			given
		);
	};
	const { output, issued, audited } = await inTransaction(database, work).catch(
		async (error: unknown) => {
			// The row that is gone may be the caller's own token. Then `authorise` throws the refusal.
			if (isGone(error))
				await authorise(operation.access, { caller, read: database.read, now: clock() });
			return storeNotice(household, around, error);
		}
	);
	notifier.call();
	for (const event of audited) logSecurity(log, caller, event);
	return { output, issued, replayed: false };
}

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

/**
 * Stores the notice of a refused command, if it has one, in a second transaction, since the command's was rolled back.
 * Rethrows the error.
 */
async function storeNotice(
	{ database, notifier }: Household,
	around: Omit<Around, 'db' | 'read'>,
	error: unknown
): Promise<never> {
	if (!(error instanceof Refusal && error.notice)) throw error;
	const { notice } = error;
	await inTransaction(database, async (db) => {
		const unit: Unit = { ...around, ...idle(), ...writing(db) };
		const announced = await notifyMembers(unit, [{ notice }]);
		await lockCommits(unit);
		await writeOutbox(unit, announced);
	});
	notifier.call();
	throw error;
}
