type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** The way to the server, as far as a device can tell. */
export type Line = {
	fetch: typeof fetch;
	/** Resolves after so many milliseconds, or as soon as `signal` is aborted. */
	pause: Pause;
	/** The same, for a request that may have no answer. */
	patience: Pause;
	random: () => number;
};

const firstRestMs = 1_000;
const longestRestMs = 30_000;

const firstPatienceMs = 10_000;
const longestPatienceMs = 30_000;

/** After how many milliseconds a request is given up: later after each failure, or a line that is slow would never answer. */
export const patienceMs = (failures: number): number =>
	Math.min(longestPatienceMs, firstPatienceMs * 2 ** failures);

/**
 * How long to wait before a request is made again, in milliseconds: longer after each failure in a row, and never the same
 * for two devices that lost the server together.
 */
export function restMs(failures: number, random: () => number): number {
	const most = Math.min(longestRestMs, firstRestMs * 2 ** (failures - 1));
	return most * (0.5 + random() / 2);
}
