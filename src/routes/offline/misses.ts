const missesKey = 'hearth-misses';
/** If this page is shown again so soon after it was left, leaving it led back here. */
const backWithinMs = 15_000;

/** How often this tab had missed the page when the offline page was left for it; 0 where leaving did not lead back here. */
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
