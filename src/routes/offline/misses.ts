const missesKey = 'hearth-misses';
/** If the offline page is shown again so soon after it was left, leaving it has led back to it. */
const backWithinMs = 15_000;

/**
 * How often the page had not come in time when this tab last left the offline page for it. 0 where leaving did not lead back here.
 */
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
