import { prefersReducedMotion } from 'svelte/motion';

/** As far as it takes for the row to be seen, and no further. */
export function scrollToRow(uid: string): void {
	const behavior = prefersReducedMotion.current ? 'auto' : 'smooth';
	document.getElementById(uid)?.scrollIntoView({ block: 'nearest', behavior });
}
