import { dayIn, daysFrom } from './format/day';
import { refresh } from './refresh';
import { tellTimeZone } from './time-zone';
import { whenIdle } from './when-idle';

const longestWaitMs = 3_600_000;

/** How long to wait while the server's day is another than that of this device, whose clock is wrong then; 0 while it is the same. */
let waitMs = 0;

/** The day that the server last said, and which day it is since. */
let since = $state.raw({ said: '', day: '' });

/**
 * The day where the member is, as the server said it: the clock of this device may be wrong. Without a connection it goes on by the
 * midnights of this device.
 */
export const dayNow = (said: string): string => (since.said === said ? since.day : said);

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
		const passed = (Date.parse(dayIn(zone)) - Date.parse(day)) / 86_400_000;
		since = { said: today, day: daysFrom(today, 1, passed)[0] ?? today };
		const isOver = passed !== 0 || (waitMs > 0 && performance.now() >= askAt);
		if (tellTimeZone(zone) || isOver) void refresh();
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
