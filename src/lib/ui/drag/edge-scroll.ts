/** How near to an edge the page begins to scroll, in pixels, and how fast it does at the edge, in pixels a millisecond. */
const reach = 80;
const fastest = 1;

/** Scrolls the page while the pointer is near its upper or lower edge, if it was dragged in that direction. */
export function edgeScroll(startY: number) {
	// The field and the bar at the foot of a narrow page cover what is below.
	const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd);
	const foot = innerHeight - (covered || 0);
	let last: number | undefined;

	function step(now: number, y: number): void {
		const ms = Math.min(now - (last ?? now), 50);
		last = now;
		const depth = y < startY ? Math.min(y - reach, 0) : Math.max(y - (foot - reach), 0);
		const speed = fastest * Math.max(-1, Math.min(1, depth / reach));
		const by = Math.trunc(speed * ms) || Math.sign(speed * ms);
		if (by) scrollBy({ top: by, behavior: 'instant' });
	}

	return { step };
}
