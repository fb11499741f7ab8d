import type { SubmitFunction } from '@sveltejs/kit';

/** The same way of sending a form, and `done` once it went through. */
export function after(submit: SubmitFunction, done: () => void): SubmitFunction {
	return async (sent) => {
		const settle = await submit(sent);
		if (!settle) return done();
		return async (answer) => {
			await settle(answer);
			if (answer.result.type === 'redirect') done();
		};
	};
}
