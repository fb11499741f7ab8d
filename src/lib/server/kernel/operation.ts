import type { z } from 'zod';
import type { Access } from './access.ts';
import type { Ability } from './abilities.ts';
import type { Unit } from './unit.ts';
import type { PrepareContext } from './prepare-context.ts';

/**
 * One thing that a caller may ask for, described once: its REST handler, its form, its entry in the published
 * document, the assistants' tool and the tests of all of these follow from this.
 */
export type Operation<
	Input extends z.ZodObject,
	Output extends z.ZodObject,
	Prepared = unknown
> = Unnamed<Input, Output, Prepared> & {
	/** The domain function's name, and the operationId. */
	name: string;
};

type Unnamed<Input extends z.ZodObject, Output extends z.ZodObject, Prepared> = Description<
	Input,
	Output,
	Prepared
> & { kind: 'query' | 'command' };

/** A new field here needs a decision record. */
type Description<Input extends z.ZodObject, Output extends z.ZodObject, Prepared> = {
	/** One sentence for the reference. */
	summary: string;
	access: Access;
	/** Method and address below /api/v1, as in "PATCH /lists/{listUid}"; none for what only a page does. */
	address?: Address;
	input: Input;
	/**
	 * An example of its input, in the household of Mill Lane and spelled as it is sent. A uid of the address may be left out: then it is the
	 * usual one. Left out where the input holds only such uids, and where there is no address.
	 */
	example?: Record<string, unknown>;
	/** Strips fields that it does not name. */
	output: Output;
	/** Refusals that do not follow from the rest. The document lists these and those that do; tests hold answers to it. */
	refuses?: ('missing' | 'exists' | 'changed' | 'too-many')[];
	/** The command locks the household before any list, see data/locks.ts. So the check of an If-Match on it must, too. */
	locksHousehold?: true;
	/** The query whose ETag an If-Match on this command means. */
	versionedBy?: AnyUnnamed;
	/** The fields of the output that are shown once, and are left out of a replay. */
	secrets?: string[];
	/** The output holds a secret that may be read again. Like one with `secrets`, it is never compressed. */
	showsSecret?: true;
	/**
	 * Ignores an Idempotency-Key, except a form's own, which nobody can guess. A stored answer would tell whether a password was
	 * right without counting the attempt, and would lack its cookie.
	 */
	ignoresKey?: true;
	/** Runs before the transaction opens: slow pure work such as hashing, and what must outlive a refusal. */
	prepare?(before: PrepareContext, input: z.output<Input>): Promise<Prepared>;
	/** What assistants are told of it; absent where it is no tool. */
	tool?: Tool;
	run(unit: Unit, input: z.output<Input>, prepared: Prepared): Promise<Answer<NoInfer<Output>>>;
};

/** What `run` returns. Where the output has no fields it may return nothing, and so may `AnyOperation`, whose output is not known. */
type Answer<Output extends z.ZodObject> =
	z.input<Output> | ([keyof z.input<Output>] extends [never] ? void : IfAny<Output>);
type IfAny<Output extends z.ZodObject> = string extends keyof z.input<Output> ? void : never;

/** An operation as a tool of assistants: its name in snake_case, its schemas and its summary come from the operation. */
type Tool = {
	title: string;
	/** One sentence on when to use it. */
	when: string;
	/** What an argument means, where its name does not say it all; a field of an element is `items.label`. */
	fields?: Record<string, string>;
	/** A command that may take away or overwrite what somebody put there. */
	destructive?: true;
	/** A command that changes nothing more when it is sent again. */
	idempotent?: true;
	/** An ability asked for beside the one in `access`. */
	alsoNeeds?: Ability;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Address = `${Method} /${string}`;

/** Any operation of the catalogue. */
export type AnyOperation = Operation<z.ZodObject, z.ZodObject>;
type AnyUnnamed = Unnamed<z.ZodObject, z.ZodObject, unknown>;

/** An operation that changes nothing. */
export function query<Input extends z.ZodObject, Output extends z.ZodObject, Prepared = unknown>(
	description: Description<Input, Output, Prepared>
): Unnamed<Input, Output, Prepared> {
	return { ...description, kind: 'query' };
}

/** An operation that may change something. It runs in a transaction. */
export function command<Input extends z.ZodObject, Output extends z.ZodObject, Prepared = unknown>(
	description: Description<Input, Output, Prepared>
): Unnamed<Input, Output, Prepared> {
	return { ...description, kind: 'command' };
}

/** The operations of an entity, each named after its key. */
export function operations<Described extends Record<string, AnyUnnamed>>(
	described: Described
): { [Name in keyof Described]: Described[Name] & { name: string } } {
	const named = Object.entries(described).map(([name, one]) => [name, { ...one, name }]);
	return Object.fromEntries(named);
}
