import type { RequestEvent } from '@sveltejs/kit';
import type { z } from 'zod';
import type { MemberCaller } from '../../domain/caller.ts';
import type { Operation } from '../../operations/operation.ts';
import { perform, type Conditions } from '../../operations/perform.ts';
import { ownOrigin } from '../address.ts';

/** One assistant's request: who asks, and the way to an answer. */
export type Asking = {
	caller: MemberCaller;
	/** Where the pages are, for links. */
	origin: string;
	household: RequestEvent['locals']['household'];
	requestId: string;
	/** What an operation answers; throws its Refusal. */
	ask<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		input: unknown,
		conditions?: Conditions
	): Promise<z.output<Output>>;
};

export function askingOf(event: RequestEvent, caller: MemberCaller): Asking {
	const { household, requestId } = event.locals;
	return {
		caller,
		household,
		requestId,
		origin: ownOrigin(event),
		ask: async (operation, input, conditions) =>
			(await perform(household, operation, caller, () => input, conditions)).output
	};
}
