import { SvelteSet } from 'svelte/reactivity';

/** How long a changed row is highlighted, in ms; it may take some of them to be fetched. */
const highlightMs = 1080;

/** The rows that are highlighted for a moment, because something was changed in them. */
export function highlightedRows() {
	const uids = new SvelteSet<string>();
	return {
		add(uid: string): void {
			uids.add(uid);
			setTimeout(() => uids.delete(uid), highlightMs);
		},
		has: (uid: string): boolean => uids.has(uid)
	};
}
