import type { ActionResult } from '@sveltejs/kit';

/** What the server says of its own fault, or that it was not reached: then what came, if anything, is not its answer. */
export function whyNot({ status, error }: Extract<ActionResult, { type: 'error' }>): string {
	return status === undefined || !error?.message ? notReached : String(error.message);
}

const notReached = "The server can't be reached. Nothing was changed. Try again in a moment.";
