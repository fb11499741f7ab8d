import { dayIn } from './format/day';
import { refresh } from './invalidate';

/** Refreshes the page after midnight, as soon as somebody sees it. */
export function refreshAfterMidnight(zone: string, today: string): () => void {
	const refreshIfOver = () => {
		if (document.visibilityState === 'visible' && dayIn(zone) !== today) void refresh();
	};
	const timer = setInterval(refreshIfOver, 60_000);
	document.addEventListener('visibilitychange', refreshIfOver);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', refreshIfOver);
	};
}
