import { dayIn } from './format/day';
import { refresh } from './refresh';
import { tellTimeZone } from './time-zone';
import { whenIdle } from './when-idle';

const longestWaitMs = 3_600_000;

/** How long to wait while the server's day is another than that of this device, whose clock is wrong then; 0 while it is the same. */
let waitMs = 0;

/**
 * Refreshes the page after midnight, and where this device has come to another time zone, as soon as somebody sees it. To be called
 * anew with the data of each refresh.
 */
export function followDay(zone: string, today: string): () => void {
	const day = dayIn(zone);
	waitMs = day === today ? 0 : Math.min(waitMs * 2 || 60_000, longestWaitMs);
	const askAt = performance.now() + waitMs;
	const look = () => {
		if (document.hidden) return;
		const isOver = () => dayIn(zone) !== day || (waitMs > 0 && performance.now() >= askAt);
		if (tellTimeZone(zone) || isOver()) void refresh();
	};
	// A browser takes long to name its zone for the first time.
	const endWait = whenIdle(look);
	const timer = setInterval(look, 60_000);
	document.addEventListener('visibilitychange', look);
	return () => {
		endWait();
		clearInterval(timer);
		document.removeEventListener('visibilitychange', look);
	};
}
