import type { SubmitFunction } from '@sveltejs/kit';
import { isAnswer } from '../submit';

/** How long an answer may take before `later` is called, in milliseconds. */
const waitForMs = 3_000;

/**
 * Sends a form as `send` does. Where the server is not reached, or says nothing for too long, `later` is called in place of
 * it: what the form asks for is then left to the store.
 */
export function orLater(
	send: SubmitFunction,
	later: (fields: FormData) => void | Promise<void>
): SubmitFunction {
	return async (submission) => {
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
