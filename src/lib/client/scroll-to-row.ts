import { prefersReducedMotion } from 'svelte/motion';

/** As far as it takes for the row to be seen, and no further. */
export function scrollToRow(uid: string): void {
	const behavior = prefersReducedMotion.current ? 'auto' : 'smooth';
	const row = document.getElementById(uid);
	// A section that is folded hides what comes into it.
	row?.closest('details')?.setAttribute('open', '');
	row?.scrollIntoView({ block: 'nearest', behavior });
}
