/** The connection to the server, with the timers for waiting and retrying. */
export type Line = {
	fetch: typeof fetch;
	/** Resolves after that many milliseconds, or as soon as `signal` is aborted. */
	pause: (ms: number, signal: AbortSignal) => Promise<void>;
	/** After how many milliseconds a request is given up that was given up so often before. */
	timeoutMs: (failures: number) => number;
	random: () => number;
};

const firstRetryDelayMs = 1_000;
const longestRetryDelayMs = 30_000;

const firstTimeoutMs = 10_000;
const longestTimeoutMs = 30_000;

/**
 * Measures how long answers take. The timeout of a request grows with each failure, or a slow line would never answer in time. It is
 * at least twice as long as the last answer took, so that a slow line loses one request and not one for each change.
 */
export function answerTimes() {
	let lastMs = 0;
	return {
		async measure<Answer>(answer: Promise<Answer>): Promise<Answer> {
			const begun = performance.now();
			await answer;
			lastMs = performance.now() - begun;
			return answer;
		},
		timeoutMs: (failures: number): number =>
			Math.min(longestTimeoutMs, Math.max(2 * lastMs, firstTimeoutMs * 2 ** failures))
	};
}

/**
 * How long to wait before a retry, in milliseconds: longer after each failure in a row, and with jitter, so that devices that
 * lost the server together do not retry together.
 */
export function retryDelayMs(failures: number, random: () => number): number {
	const most = Math.min(longestRetryDelayMs, firstRetryDelayMs * 2 ** (failures - 1));
	return most * (0.5 + random() / 2);
}
