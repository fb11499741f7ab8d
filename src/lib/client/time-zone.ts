import { dayIn } from './format/day';
import { refresh } from './invalidate';
import { whenIdle } from './when-idle';

/** Tells the server which time zone this browser is in, where it does not know, and refreshes the page after midnight. */
export function followTimeZone(zone: string, today: string): () => void {
	// A browser takes long to name its zone for the first time.
	const callOff = whenIdle(() => {
		const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
		if (!here || here === zone) return;
		document.cookie = `hearth_zone=${here}; path=/; max-age=31536000; samesite=lax`;
		void refresh();
	});
	const turnOver = () => {
		if (document.visibilityState === 'visible' && dayIn(zone) !== today) void refresh();
	};
	const timer = setInterval(turnOver, 60_000);
	document.addEventListener('visibilitychange', turnOver);
	return () => {
		callOff();
		clearInterval(timer);
		document.removeEventListener('visibilitychange', turnOver);
	};
}
