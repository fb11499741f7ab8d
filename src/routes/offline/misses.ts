const missesKey = 'hearth-misses';
/** Where this page is shown so soon after it was left, leaving it led back. */
const backWithinMs = 15_000;

/** How often the page was missed before this one was left for it, or 0 where that did not lead back here. In this tab. */
export function missesBefore(): number {
	try {
		const [misses = 0, leftAt = 0] = (sessionStorage.getItem(missesKey) ?? '')
			.split(' ')
			.map(Number);
		return Date.now() - leftAt < backWithinMs ? misses : 0;
	} catch {
		return 0;
	}
}

/** To be called as this page is left. */
export function noteMisses(misses: number): void {
	try {
		sessionStorage.setItem(missesKey, `${misses} ${Date.now()}`);
	} catch {
		// A browser that stores nothing has no service worker that would lead back.
	}
}
