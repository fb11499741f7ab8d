import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { atRest, isInUse } from './fold-when-at-rest';

type Row = { uid: string; done: boolean };

/**
 * Which rows are folded away. A row that is ticked or unticked, here or elsewhere, stays where it is until the page is at
 * rest; then all of them change places together. `justTicked` stays too: it was ticked without script, which loaded the page.
 */
export function foldedRows(rows: () => Row[], justTicked: () => string, onmoved: () => void) {
	/** Nothing is drawn from this set, so it need not be reactive. */
	// eslint-disable-next-line svelte/prefer-svelte-reactivity -- a reactive one makes a signal for every row
	const known = new Set<string>();
	const folded = new SvelteSet<string>();
	untrack(settleNew);
	if (untrack(justTicked)) folded.delete(untrack(justTicked));
	const misplaced = $derived(rows().filter(({ uid, done }) => done !== folded.has(uid)));
	const waiting = $derived(uidsOf(misplaced).join());

	const rest = atRest(() => {
		const moving = misplaced.filter(({ uid }) => !isInUse(uid));
		place(moving);
		if (misplaced.length > 0) rest.wait();
		onmoved();
		return moving.length > 0;
	});

	$effect(rest.listen);
	$effect.pre(settleNew);
	$effect(() => {
		if (!waiting) return;
		untrack(() => {
			if (rest.isSo()) bringBack();
			if (misplaced.length > 0) rest.wait();
		});
	});

	/** A row that was not here before goes to its place at once. */
	function settleNew(): void {
		const fresh = rows().filter(({ uid }) => !known.has(uid));
		untrack(() => place(fresh));
		for (const { uid } of fresh) known.add(uid);
	}

	function place(moving: Row[]): void {
		for (const { uid, done } of moving)
			if (done) folded.add(uid);
			else folded.delete(uid);
	}

	function bringBack(): void {
		place(misplaced.filter(({ done }) => !done));
	}

	return {
		isFolded: ({ uid }: Row): boolean => folded.has(uid),
		/** Moves rows that are open back among the open ones at once. */
		bringBack
	};
}

const uidsOf = (rows: Row[]): string[] => rows.map(({ uid }) => uid);
