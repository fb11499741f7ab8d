/** How many more items are open than when a page was made: of those due by today, and on each list by its uid. */
export type CountsSince = { due: number; open: Record<string, number> };

/** How the counts changed since the page was made, as the page itself says. */
export function pageCounts() {
	let counts = $state.raw<() => CountsSince>();
	return {
		/** Lets a page say so, until the returned function is called. */
		countWith(counted: () => CountsSince): () => void {
			counts = counted;
			return () => {
				if (counts === counted) counts = undefined;
			};
		},
		countsSince: (): CountsSince | undefined => counts?.()
	};
}
