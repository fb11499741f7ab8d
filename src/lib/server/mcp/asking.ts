import type { RequestEvent } from '@sveltejs/kit';
import type { z } from 'zod';
import { isAdmitted } from '../kernel/admit.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import type { Ability } from '../kernel/abilities.ts';
import type { Operation } from '../kernel/operation.ts';
import { perform, type Conditions } from '../kernel/perform.ts';
import { ownOrigin } from '../http/address.ts';

export type Arguments = Record<string, unknown>;

export type Asking = ReturnType<typeof askingOf>;

/** One assistant's request: who asks, and the way to an answer. */
export function askingOf(event: RequestEvent, caller: MemberCaller) {
	const { household, requestId } = event.locals;
	return {
		caller,
		household,
		requestId,
		/** Where the pages are, for links. */
		origin: ownOrigin(event),
		/** Performs an operation; throws its Refusal. An `input` that takes work to find is a function, called once it is needed. */
		ask: async <Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
			operation: Operation<Input, Output, Prepared>,
			input: Arguments | (() => Promise<Arguments>),
			conditions?: Conditions
		): Promise<z.output<Output>> => {
			const given = typeof input === 'function' ? input : () => input;
			const { output } = await perform(household, operation, caller, given, conditions);
			return output;
		}
	};
}

/** Whether the caller has this ability now. While the member has still to choose a password, there is none. */
export const mayNow = (caller: MemberCaller, ability: Ability): boolean =>
	isAdmitted({ who: 'member', ability }, caller);
