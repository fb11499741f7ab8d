import { whenIdle } from './when-idle';

/** How long the page must have been without a tap, a key or a scroll, in milliseconds. */
const quietMs = 1_500;
/** The longest that background work waits on a page that is never left alone, in milliseconds. */
const latestMs = 15_000;

/**
 * Returns a function that background work awaits before each step. It resolves once the browser is idle and the hands are off
 * the page. Listens until `signal` is aborted.
 */
export function quietMoments(signal: AbortSignal): () => Promise<void> {
	let touchedAt = -Infinity;
	const touch = () => (touchedAt = performance.now());
	for (const type of ['pointerdown', 'keydown', 'scroll'])
		window.addEventListener(type, touch, { capture: true, passive: true, signal });

	return async () => {
		const latest = performance.now() + latestMs;
		for (;;) {
			await new Promise<void>(whenIdle);
			const left = Math.min(touchedAt + quietMs, latest) - performance.now();
			if (left <= 0 || signal.aborted) return;
			await new Promise((resolve) => setTimeout(resolve, left));
		}
	};
}
