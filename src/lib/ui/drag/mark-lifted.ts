import type { Board } from './board';

/** Sets attributes that Svelte knows nothing of, so that lifting a row costs the other rows nothing. */

export const isLifting = (root: HTMLElement): boolean => 'lifting' in root.dataset;

export function beginLifting(root: HTMLElement): void {
	root.dataset.lifting = '';
}

export function endLifting(root: HTMLElement): void {
	delete root.dataset.lifting;
	for (const row of root.querySelectorAll<HTMLElement>('[data-lifted]')) delete row.dataset.lifted;
}

/** The element of a row is made anew where it comes to another section. */
export function markLifted({ rows }: Board, key: string, by: 'pointer' | 'keys'): void {
	const uid = rows().find((row) => row.key === key)?.uid;
	const row = uid === undefined ? null : document.getElementById(uid);
	if (row) row.dataset.lifted = by;
}
