import { flushSync } from 'svelte';
import { placesOf, type Step } from '$lib/client/format/places';
import * as m from '$lib/paraglide/messages';
import { glide } from './glide';
import { beginLifting, endLifting, markLifted } from './mark-lifted';
import { elementOf, type Board } from './board';
import { dropPlaceOf, type DropPlace } from './drop-place';
import { sayPlace } from './say-place';

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down' };

/** Lifts the row whose handle has the focus. The arrows move it, Space and Enter drop it; Escape, a press or another focus puts it back. */
export function liftByKeys(board: Board, row: HTMLElement, key: string): void {
	const { root } = board;
	// The focus may have moved while this was loaded.
	if (!row.contains(document.activeElement)) return;
	const listening = new AbortController();
	const { signal } = listening;
	const handle = () => elementOf(board, key)?.querySelector<HTMLElement>('.grip');
	beginLifting(root);
	show(dropPlaceOf(board.rows(), key));
	sayPlace(board, key, m.drag_lifted());
	addEventListener('keydown', hear, { signal, capture: true });
	addEventListener('pointerdown', () => end(false), { signal, capture: true });
	addEventListener('focusin', ({ target }) => target !== handle() && end(false), { signal });
	board.ongone(() => end(false));

	function hear(event: KeyboardEvent): void {
		const step = steps[event.key];
		const isDrop = event.key === ' ' || event.key === 'Enter';
		if (!step && !isDrop && event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		if (step) move(step);
		else if (!event.repeat) end(isDrop);
	}

	function move(step: Step): void {
		const place = dropPlaceAfter(board, key, step);
		if (place) show(place);
		sayPlace(board, key);
	}

	function show(place: DropPlace): void {
		// A section that is folded would hide it.
		document.getElementById(place.sectionUid)?.closest('details')?.setAttribute('open', '');
		glide(root, () => {
			board.show(key, place);
			flushSync();
			markLifted(board, key, 'keys');
		});
		// The browser takes the focus from what is moved.
		handle()?.focus();
	}

	function end(isDropped: boolean): void {
		if (signal.aborted) return;
		listening.abort();
		board.ongone(() => {});
		const hadFocus = document.activeElement === handle();
		let isMoved = false;
		glide(root, () => {
			if (isDropped) isMoved = board.drop();
			else board.putBack();
		});
		endLifting(root);
		if (hadFocus) handle()?.focus();
		sayPlace(board, key, isMoved ? m.drag_dropped() : m.drag_put_back());
	}
}

/** One step on, over the edge of its section into the next. Undefined at the end of the list. */
function dropPlaceAfter({ rows, sections }: Board, key: string, step: Step): DropPlace | undefined {
	const row = rows().find((found) => found.key === key);
	const order = sections().map(({ uid }) => uid);
	const place = row && placesOf(rows(), order).after(row.uid, step);
	if (!place) return undefined;
	const keys = new Map(rows().map(({ uid, key }) => [uid, key]));
	const below = place.below.map((uid) => keys.get(uid) ?? uid);
	return { sectionUid: place.sectionUid ?? '', below };
}
