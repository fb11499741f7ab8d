import type { z } from 'zod';
import type { Household } from '../platform/household.ts';
import { QueueRefused } from '../platform/fair-queue.ts';
import { isAlreadyThere, isAway, isDamaged, isGone, UnknownOutcome } from '../platform/faults.ts';
import { inTransaction } from '../platform/transaction.ts';
import type { Connection } from '../platform/database.ts';
import { feedActivity } from '../domain/activity/feed.ts';
import { admit } from '../domain/access.ts';
import type { Caller } from '../domain/caller.ts';
import type { Change, Notice } from '../domain/change.ts';
import { Refusal } from '../domain/errors.ts';
import { writeOutbox } from '../domain/events/outbox.ts';
import type { Before, Credential, Unit } from '../domain/unit.ts';
import {
	answerAgain,
	isSentAgain,
	keepAnswer,
	keptUnder,
	refuseIfOther,
	takeKey,
	type Kept,
	type Keyed
} from '../domain/first-answer.ts';
import type { Operation } from './operation.ts';
import { read } from './sentences.ts';
import { refuseIfStale } from './version.ts';

export type Performed<Output> = {
	output: Output;
	issued: Credential[];
	/** This is the answer of the first time; nothing was done again. */
	replayed: boolean;
};

/** What a request may add to any command: a key under which it happens once, and the version it is meant for. */
export type Conditions = {
	key?: string | undefined;
	/** What was sent under the key, where the input is worked out from more than that: the same again is the same request. */
	sent?: string;
	/** The key is a form's own, so a replay is whole, secrets and credentials included; see `Keyed`. */
	replaysSecrets?: boolean;
	ifMatch?: string | undefined;
};

/**
 * The only way in: may they, is it well-formed, then the work and what it changed in one transaction. What rolled back
 * announces nothing and hands out nothing. Throws Refusal.
 */
export async function perform<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	household: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	given: () => unknown,
	conditions: Conditions = {}
): Promise<Performed<z.output<Output>>> {
	admit(operation.access, caller);
	try {
		return await once(household, operation, caller, given, conditions);
	} catch (error) {
		if (isDamaged(error)) noteDamage(household, error);
		throw inOurWords(error);
	}
}

/** Said once, and /readyz says it from then on. */
function noteDamage({ database: { health }, log }: Household, error: unknown): void {
	if (!health.isDamaged)
		log.error('the database is damaged; stop Hearth and restore a backup', {
			reason: String(error)
		});
	health.isDamaged = true;
}

/** With a key: the first answer, if there is one already or by the time that the key could not be taken. */
async function once<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	household: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	given: () => unknown,
	{ key, sent, replaysSecrets, ifMatch }: Conditions
): Promise<Performed<z.output<Output>>> {
	const inputOf = async () => read(operation.input, await given());
	if (key === undefined || operation.kind === 'query')
		return carryOut(household, operation, caller, await inputOf(), { ifMatch });
	const keyed: Keyed = { key, operation, sent, replaysSecrets };
	const asking = { caller, db: household.database.reader, now: household.clock() };
	const kept = await keptUnder(asking, keyed);
	const again = async (first: Kept): Promise<Performed<z.output<Output>>> => {
		const { output, issued } = await answerAgain(asking, keyed, first);
		return { output: operation.output.parse(output), issued, replayed: true };
	};
	if (kept && isSentAgain(kept, keyed)) return again(kept);
	let input: z.output<Input> | undefined;
	try {
		input = await inputOf();
		if (!kept) return await carryOut(household, operation, caller, input, { keyed, ifMatch });
	} catch (error) {
		const isSecond = !kept && (error instanceof Refusal || isAlreadyThere(error));
		const meanwhile = isSecond ? await keptUnder(asking, keyed) : undefined;
		if (meanwhile && isSentAgain(meanwhile, keyed)) return again(meanwhile);
		if (!meanwhile || error instanceof Refusal) throw error;
		refuseIfOther(meanwhile, keyed, input);
		return again(meanwhile);
	}
	refuseIfOther(kept, keyed, input);
	return again(kept);
}

async function carryOut<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	{ database, config, clock, wakeup }: Household,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	input: z.output<Input>,
	{ keyed, ifMatch }: { keyed?: Keyed; ifMatch: string | undefined }
): Promise<Performed<z.output<Output>>> {
	const shared = { caller, config, provider: database.provider, now: clock() };
	const before: Before = {
		...shared,
		db: database.reader,
		commit: (work) => inTransaction(database, work)
	};
	const prepared = (await operation.prepare?.(before, input)) as Prepared;
	const work = async (db: Connection) => {
		const changes: Change[] = [];
		const issued: Credential[] = [];
		const unit: Unit = {
			...shared,
			db,
			held: new Set(),
			record: (change) => changes.push(change),
			issue: (credential) => issued.push(credential)
		};
		if (keyed) await takeKey(unit, keyed, input);
		if (ifMatch !== undefined) await refuseIfStale(unit, operation, input, ifMatch);
		const output = operation.output.parse(await operation.run(unit, input, prepared));
		if (keyed) await keepAnswer(unit, keyed, output, { changes, issued });
		await writeOutbox(unit, [...changes, ...(await feedActivity(unit, changes))]);
		return { output, issued, replayed: false };
	};
	if (operation.kind === 'query') return work(database.reader);
	const performed = await inTransaction(database, work).catch(async (error: unknown) => {
		if (!(error instanceof Refusal && error.notice)) throw error;
		const { notice } = error;
		await inTransaction(database, (db) => tellAllTheSame({ ...shared, db }, notice));
		wakeup.call();
		throw error;
	});
	wakeup.call();
	return performed;
}

/** Of what was refused only this remains, in a transaction of its own. */
async function tellAllTheSame(
	around: Omit<Unit, 'held' | 'record' | 'issue'>,
	notice: Notice
): Promise<void> {
	const unit: Unit = { ...around, held: new Set(), record: () => {}, issue: () => {} };
	await writeOutbox(unit, await feedActivity(unit, [{ notice }]));
}

/** What the database said, as a refusal where it is one; asked by whoever reads it before an operation does. */
export function inOurWords(error: unknown): unknown {
	if (isAlreadyThere(error))
		return new Refusal('exists', 'It is there already; somebody was quicker. Nothing was changed.');
	if (isGone(error))
		return new Refusal(
			'missing',
			'It is not there any more; somebody was quicker. Nothing was changed.'
		);
	if (error instanceof UnknownOutcome)
		return new Refusal(
			'away',
			'The database went away just as this was being saved: it may have been or not. Look before you try again; with the same idempotency key it cannot happen twice.',
			{ retryAfter: 2 }
		);
	if (isDamaged(error))
		return new Refusal(
			'away',
			'The database is damaged. Nothing was changed; the person who runs this server has to restore a backup.',
			{ retryAfter: 60 }
		);
	if (error instanceof QueueRefused)
		return new Refusal(
			'too-many',
			'Too many people are signing in just now. Nothing was changed; try again in a few seconds.',
			{ retryAfter: 5 }
		);
	if (isAway(error))
		return new Refusal(
			'away',
			'The database cannot be reached or cannot be written just now. Nothing was changed; try again in a moment.',
			{
				retryAfter: 2
			}
		);
	return error;
}
