import type { ActionResult } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';

/** Whether Hearth said this: where it was not reached, there is no answer, or one of somebody else's. */
export const isAnswer = (result: ActionResult): boolean =>
	result.type !== 'error' || (result.status !== undefined && Boolean(result.error?.message));

/** What the server says of its own fault, or that it was not reached. */
export const whyNot = (result: Extract<ActionResult, { type: 'error' }>): string =>
	isAnswer(result) ? String(result.error.message) : m.server_not_reached();
