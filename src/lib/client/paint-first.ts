import { flushSync } from 'svelte';
import { nextTask } from './next-task';

type Tap = { row: HTMLElement; isTicked: boolean; handle: (isTicked: boolean) => void };

const ends = ['pagehide', 'visibilitychange', 'keydown', 'click'];

/** What was tapped since the last frame, in its order. */
let taps: Tap[] = [];

/**
 * Marks a row as ticked or unticked, and calls `handle` once that is painted: handling a tick takes a slow phone longer than
 * a tap may take to show. A second tap before that means the opposite of the first. Both are handled, in their order.
 */
export function tapRow(row: HTMLElement, isTicked: boolean, handle: Tap['handle']): void {
	const before = taps.findLast((tap) => tap.row === row);
	const tap = { row, isTicked: before ? !before.isTicked : isTicked, handle };
	taps.push(tap);
	row.dataset.tapped = tap.isTicked ? 'tick' : 'untick';
	if (document.hidden) handleTaps();
	else if (taps.length === 1) {
		// Once in all: adding a listener that is there changes nothing.
		for (const type of ends) addEventListener(type, handleTapsBefore, { capture: true });
		afterPaint(handleTaps);
	}
}

/** Handles what was tapped, without waiting for a frame. */
export function handleTaps(): void {
	const tapped = taps;
	taps = [];
	if (tapped.length === 0) return;
	for (const { isTicked, handle } of tapped)
		try {
			handle(isTicked);
		} catch (error) {
			// A failure does not lose the other taps.
			reportError(error);
		}
	// The mark is removed in the same frame in which the row itself shows the tick.
	flushSync();
	for (const { row } of tapped) delete row.dataset.tapped;
}

/** Handles the taps before anything else that somebody does. Only a tap on another box waits with them. */
function handleTapsBefore({ target }: Event): void {
	if (!(target instanceof Element && target.closest('.tick'))) handleTaps();
}

/**
 * Calls `handle` after the next frame: after its callback, or when the observer reports, which is once or twice. Where the page's
 * clock stands still, as in tests, only the observer reports.
 */
function afterPaint(handle: () => void): void {
	requestAnimationFrame(() => void nextTask().then(handle));
	const observer = new IntersectionObserver(() => {
		observer.disconnect();
		handle();
	});
	observer.observe(document.documentElement);
}
