import type { SubmitFunction } from '@sveltejs/kit';

/** The same way of sending a form, and `done` once its answer was dealt with. */
export function after(submit: SubmitFunction, done: () => void): SubmitFunction {
	return async (sent) => {
		const settle = await submit(sent);
		if (!settle) return;
		return async (answer) => {
			await settle(answer);
			done();
		};
	};
}
