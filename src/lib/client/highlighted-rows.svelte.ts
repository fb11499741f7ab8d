/** How long a changed row is highlighted, in ms; it may take some of them to be fetched. */
const highlightMs = 1080;

/** The rows that are highlighted for a moment, because something was changed in them. */
export function highlightedRows() {
	/** A signal for each row: with a `SvelteSet` every row would be looked at again when one is added. */
	const highlighted = $state<Record<string, boolean>>({});
	return {
		add(uid: string): void {
			highlighted[uid] = true;
			setTimeout(() => (highlighted[uid] = false), highlightMs);
		},
		has: (uid: string): boolean => !!highlighted[uid]
	};
}
