import type { RequestEvent } from '@sveltejs/kit';
import type { z } from 'zod';
import { isAdmitted } from '../kernel/access.ts';
import type { Ability, MemberCaller } from '../kernel/caller.ts';
import type { Operation } from '../kernel/operation.ts';
import { perform, type Conditions } from '../kernel/perform.ts';
import { ownOrigin } from '../http/address.ts';

export type Arguments = Record<string, unknown>;

/** One assistant's request: who asks, and the way to an answer. */
export type Asking = {
	caller: MemberCaller;
	/** Where the pages are, for links. */
	origin: string;
	household: RequestEvent['locals']['household'];
	requestId: string;
	/**
	 * Performs an operation; throws its Refusal. Input that takes work to find is a function, which is called only once the
	 * input is needed.
	 */
	ask<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		input: Arguments | (() => Promise<Arguments>),
		conditions?: Conditions
	): Promise<z.output<Output>>;
};

/** Whether the caller has this ability now. While the member has still to choose a password, there is none. */
export const mayNow = (caller: MemberCaller, ability: Ability): boolean =>
	isAdmitted({ who: 'member', ability }, caller);

export function askingOf(event: RequestEvent, caller: MemberCaller): Asking {
	const { household, requestId } = event.locals;
	return {
		caller,
		household,
		requestId,
		origin: ownOrigin(event),
		ask: async (operation, input, conditions) =>
			(
				await perform(
					household,
					operation,
					caller,
					typeof input === 'function' ? input : () => input,
					conditions
				)
			).output
	};
}
