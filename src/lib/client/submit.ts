import type { ActionResult } from '@sveltejs/kit';

/** Whether Hearth said this: where it was not reached, there is no answer, or one of somebody else's. */
export const isAnswer = (result: ActionResult): boolean =>
	result.type !== 'error' || (result.status !== undefined && Boolean(result.error?.message));

/** What the server says of its own fault, or that it was not reached. */
export const whyNot = (result: Extract<ActionResult, { type: 'error' }>): string =>
	isAnswer(result) ? String(result.error.message) : notReached;

const notReached = "The server can't be reached. Nothing was changed. Try again in a moment.";
