import { elementOf, type Board } from './board';

/** Sets attributes that Svelte knows nothing of, so that lifting a row costs the other rows nothing. */

export const isLifting = (root: HTMLElement): boolean => 'lifting' in root.dataset;

export function beginLifting(root: HTMLElement): void {
	root.dataset.lifting = '';
}

export function endLifting(root: HTMLElement): void {
	delete root.dataset.lifting;
	for (const row of root.querySelectorAll<HTMLElement>('[data-lifted]')) delete row.dataset.lifted;
}

export function markLifted(board: Board, key: string, by: 'pointer' | 'keys'): void {
	const row = elementOf(board, key);
	if (row) row.dataset.lifted = by;
}
