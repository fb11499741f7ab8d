import { applyAction } from '$app/forms';
import { navigating } from '$app/state';
import type { SubmitFunction } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';
import { announce } from '../announcer.svelte';
import type { Intent } from '../outbox/intent';
import { isAnswer } from '../submit';
import { pause } from './pause';
import type { Store } from './store.svelte';

/** How long an answer may take before `later` is called, in milliseconds. */
const waitForMs = 3_000;
const lookAgainMs = 50;

/**
 * Sends a form about an item as `send` does. Where the server is not reached, or says nothing for too long, `later` is called
 * in place of it: what the form asks for is then left to the store. So it is where something that was done to the item before
 * is not sent in that time: sent later, it would undo what the form asks for. `later` hears whether somebody leaves the page.
 */
export function orLater(
	{ store, itemUid }: { store: Store; itemUid: () => string },
	send: SubmitFunction,
	later: (fields: FormData, isLeft: boolean) => void | Promise<void>
): SubmitFunction {
	return async (submission) => {
		const uid = itemUid();
		const isAboutIt = (intent: Intent) => intent.itemUid === uid;
		if (await staysUnsent(store, isAboutIt, submission.controller.signal)) {
			submission.cancel();
			return void later(submission.formData, isLeft(submission));
		}
		const onanswer = await send(submission);
		if (!onanswer) return;
		const giveUp = () => {
			submission.controller.abort();
			void later(submission.formData, isLeft(submission));
		};
		const tooLate = setTimeout(giveUp, waitForMs);
		return (answer) => {
			clearTimeout(tooLate);
			return isAnswer(answer.result) ? onanswer(answer) : giveUp();
		};
	};
}

/**
 * Sends a form about all items of a list once what was done on the list is sent, which would undo what the form asks for if it
 * were sent later. Where that takes too long, the form is refused; who has left its page is told where they are.
 */
export function afterUnsent(
	{ store, listUid, operation }: { store: Store; listUid: () => string; operation: string },
	send: SubmitFunction
): SubmitFunction {
	return async (submission) => {
		store.nudge();
		// What the page says may be of the next one by then.
		const uid = listUid();
		const isOnIt = (intent: Intent) => intent.listUid === uid;
		if (!(await staysUnsent(store, isOnIt, submission.controller.signal))) return send(submission);
		submission.cancel();
		if (isLeft(submission)) return announce(m.server_not_reached(), 'failure');
		const data = { form: operation, message: m.server_not_reached() };
		await applyAction({ type: 'failure', status: 503, data });
	};
}

const isLeft = ({ action }: { action: URL }): boolean =>
	!!navigating.to || action.pathname !== window.location.pathname;

async function staysUnsent(
	store: Store,
	concerns: (intent: Intent) => boolean,
	signal: AbortSignal
): Promise<boolean> {
	const isWaiting = () => store.waiting().some(concerns);
	const until = Date.now() + waitForMs;
	while (isWaiting() && Date.now() < until) await pause(lookAgainMs, signal);
	return isWaiting();
}
