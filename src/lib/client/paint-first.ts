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
			// The others are not lost with it.
			reportError(error);
		}
	// The mark goes in the frame in which the row itself shows it.
	flushSync();
	for (const { row } of tapped) delete row.dataset.tapped;
}

/** What else somebody does comes after what they tapped. Only another box to tick waits with it. */
function handleTapsBefore({ target }: Event): void {
	if (!(target instanceof Element && target.closest('.tick'))) handleTaps();
}

/** Either of the two tells of the frame. Where the clock of the page stands still, as in tests, only the observer does. */
function afterPaint(handle: () => void): void {
	requestAnimationFrame(() => void nextTask().then(handle));
	const observer = new IntersectionObserver(() => {
		observer.disconnect();
		handle();
	});
	observer.observe(document.documentElement);
}
