import { dayIn } from './format/day';
import { refresh } from './invalidate';

const longestWaitMs = 3_600_000;

/** How long to wait while the server's day is another than that of this device, whose clock is wrong then; 0 while it is the same. */
let waitMs = 0;

/** Refreshes the page after midnight, as soon as somebody sees it. To be called anew with the data of each refresh. */
export function refreshAfterMidnight(zone: string, today: string): () => void {
	const day = dayIn(zone);
	waitMs = day === today ? 0 : Math.min(waitMs * 2 || 60_000, longestWaitMs);
	const askAt = performance.now() + waitMs;
	const refreshIfOver = () => {
		const isOver = dayIn(zone) !== day || (waitMs > 0 && performance.now() >= askAt);
		if (isOver && document.visibilityState === 'visible') void refresh();
	};
	const timer = setInterval(refreshIfOver, 60_000);
	document.addEventListener('visibilitychange', refreshIfOver);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', refreshIfOver);
	};
}
