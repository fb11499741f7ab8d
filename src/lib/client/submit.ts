import type { ActionResult } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';

/** Whether this is an answer of Hearth's. Where Hearth was not reached, there is no answer, or one from something in between. */
export const isAnswer = (result: ActionResult): boolean =>
	result.type !== 'error' || (result.status !== undefined && Boolean(result.error?.message));

/** The server's sentence about its own fault, or one that says that the server was not reached. */
export const whyNot = (result: Extract<ActionResult, { type: 'error' }>): string =>
	isAnswer(result) ? String(result.error.message) : m.server_not_reached();
