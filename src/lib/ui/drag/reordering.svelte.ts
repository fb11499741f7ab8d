import { sayNotLoaded } from '$lib/client/say-not-loaded';
import { untrack } from 'svelte';
import type { Board } from './board';
import { isSamePlace, dropPlaceOf, withRowAt, type Row, type DropPlace } from './drop-place';

type Section = { uid: string; name: string };
type Shown<R> = {
	rows: R[];
	sections: Section[];
	/** `belowUid` is the row above the new place, "" at the top of the section. Left out where nothing may be moved. */
	onmove: ((uid: string, sectionUid: string, belowUid: string) => void) | undefined;
};

/**
 * Rows that are put in order by their handles. A lifted row is shown where it would fall. That place is kept by its
 * neighbours, whatever others do to the list meanwhile. The code for lifting is loaded with the first handle that is touched.
 */
export function reordering<R extends Row>(shown: () => Shown<R>) {
	let lifted = $state.raw<{ key: string; place: DropPlace }>();
	let gone = (): void => {};
	const arranged = $derived(
		lifted ? withRowAt(shown().rows, lifted.key, lifted.place) : shown().rows
	);
	const isGone = $derived(
		lifted && (!shown().onmove || !shown().rows.some(({ key }) => key === lifted?.key))
	);

	$effect(() => {
		if (isGone) untrack(gone);
	});

	const boardOf = (root: HTMLElement): Board => ({
		root,
		rows: () => arranged,
		sections: () => shown().sections,
		show: (key, place) => (lifted = { key, place }),
		drop,
		putBack: () => (lifted = undefined),
		ongone: (call) => (gone = call)
	});

	function drop(): boolean {
		const { rows, onmove } = shown();
		const key = lifted?.key ?? '';
		const row = rows.find((found) => found.key === key);
		const to = dropPlaceOf(arranged, key);
		lifted = undefined;
		if (!row || isSamePlace(to, dropPlaceOf(rows, key))) return false;
		onmove?.(row.uid, to.sectionUid, rows.find((found) => found.key === to.below[0])?.uid ?? '');
		return true;
	}

	/** Attached to the element around the rows. */
	function listen(root: HTMLElement): () => void {
		const board = boardOf(root);
		const listening = new AbortController();
		const { signal } = listening;
		root.dataset.orderable = '';
		root.addEventListener(
			'focusin',
			({ target }) => isHandle(target) && void load().catch(() => {}),
			{ signal }
		);
		root.addEventListener('pointerdown', (event) => takeHold(board, event), { signal });
		root.addEventListener('keydown', (event) => liftByKey(board, event), { signal });
		return () => {
			listening.abort();
			delete root.dataset.orderable;
			gone();
		};
	}

	return {
		listen,
		get rows(): R[] {
			return arranged;
		},
		get isLifted(): boolean {
			return !!lifted;
		}
	};
}

const load = () => import('./lift');

const isHandle = (target: EventTarget | null): target is HTMLElement =>
	target instanceof HTMLElement && target.matches('.grip');

/** The element around the rows captures the pointer: a row's own element is replaced where the row comes to another section. */
function takeHold(board: Board, event: PointerEvent): void {
	if (!isHandle(event.target) || !event.isPrimary || event.button !== 0) return;
	const row = event.target.closest('li');
	if (!row) return;
	board.root.setPointerCapture(event.pointerId);
	latestPress = event;
	void load().then(({ lift }) => event === latestPress && lift(board, row, event), sayNotLoaded);
}

/** While the code loads, another handle may be pressed with the same mouse. Only that one's row is lifted. */
let latestPress: PointerEvent | undefined;

function liftByKey(board: Board, event: KeyboardEvent): void {
	const isPress = event.key === ' ' || event.key === 'Enter';
	if (!isHandle(event.target) || !isPress || event.defaultPrevented) return;
	event.preventDefault();
	const row = event.target.closest('li');
	if (row) void load().then(({ lift }) => lift(board, row), sayNotLoaded);
}
