/** Runs `work` one call at a time. Calls that come meanwhile are coalesced into one more run after it. */
export function oneAtATime(
	work: () => Promise<void>,
	failed: (error: unknown) => void
): () => Promise<void> {
	let running = false;
	let again = false;
	return async () => {
		again = true;
		if (running) return;
		running = true;
		while (again) {
			again = false;
			await work().catch(failed);
		}
		running = false;
	};
}
