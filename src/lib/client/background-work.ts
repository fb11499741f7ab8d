import { whenIdle } from './when-idle';

/** How long nobody may have tapped, typed or scrolled, in milliseconds. */
const quietMs = 1_500;
/** Nobody is so busy with a page that nothing is done behind it for longer than this. */
const latestMs = 15_000;

/**
 * Gives a function to be awaited before anything is done that nobody waits for: it is over once the browser has nothing to
 * do and the hands are off the page. Listens until `signal`.
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
