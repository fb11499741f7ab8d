/** The longest that work waits for an idle moment, in milliseconds. */
const latestMs = 1_000;

/** Calls `work` in a task of its own, once the browser has nothing more pressing to do. Returns a function that cancels this. */
export function whenIdle(work: () => void): () => void {
	// Safari knows no idle callbacks.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work, 50);
		return () => clearTimeout(timer);
	}
	const request = requestIdleCallback(work, { timeout: latestMs });
	return () => cancelIdleCallback(request);
}
