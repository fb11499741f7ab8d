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
 * Sends a form about an item as `send` does. Where the server is not reached or does not answer in time, calls `later`, which
 * leaves to the store what the form asks for. Calls `later` as well where an earlier change of the item is still not sent after
 * that time: sent after the form, it would undo what the form asks for. `later` is told whether somebody leaves the page.
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
 * Sends a form about all items of a list once the earlier changes of the list are sent: sent after the form, they would undo what
 * it asks for. Where that takes too long, the form is refused, with a toast where its page was left.
 */
export function afterUnsent(
	{ store, listUid, operation }: { store: Store; listUid: () => string; operation: string },
	send: SubmitFunction
): SubmitFunction {
	return async (submission) => {
		store.nudge();
		// Read first: once the wait is over, the page may be another one.
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
