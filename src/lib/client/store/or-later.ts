import type { SubmitFunction } from '@sveltejs/kit';
import { isAnswer } from '../submit';
import { pause } from './pause';
import type { Store } from './store.svelte';

/** How long an answer may take before `later` is called, in milliseconds. */
const waitForMs = 3_000;
const lookAgainMs = 50;

/**
 * Sends a form about an item as `send` does. Where the server is not reached, or says nothing for too long, `later` is called
 * in place of it: what the form asks for is then left to the store. So it is where something that was done to the item before
 * is not sent in that time: sent later, it would undo what the form asks for.
 */
export function orLater(
	{ store, itemUid }: { store: Store; itemUid: () => string },
	send: SubmitFunction,
	later: (fields: FormData) => void | Promise<void>
): SubmitFunction {
	return async (submission) => {
		const isWaiting = () => store.waiting().some((intent) => intent.itemUid === itemUid());
		const until = Date.now() + waitForMs;
		while (isWaiting() && Date.now() < until)
			await pause(lookAgainMs, submission.controller.signal);
		if (isWaiting()) {
			submission.cancel();
			return void later(submission.formData);
		}
		const onanswer = await send(submission);
		if (!onanswer) return;
		const giveUp = () => {
			submission.controller.abort();
			void later(submission.formData);
		};
		const tooLate = setTimeout(giveUp, waitForMs);
		return (answer) => {
			clearTimeout(tooLate);
			return isAnswer(answer.result) ? onanswer(answer) : giveUp();
		};
	};
}
