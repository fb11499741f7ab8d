import * as m from '$lib/paraglide/messages';
import { startDrag } from './drag-over';
import type { Board } from './board';
import { sayPlace } from './say-place';

/** A press that moves less than this drags nothing, in pixels. */
const leastMove = 4;

/** Follows the pointer that took hold of a handle. Other pointers, fingers and keys are ignored, but for Escape. */
export function liftByPointer(
	board: Board,
	row: HTMLElement,
	key: string,
	press: PointerEvent
): void {
	const { root } = board;
	// The button may have been released while this was loaded.
	if (!root.hasPointerCapture(press.pointerId)) return;
	const listening = new AbortController();
	const { signal } = listening;
	let pointerY = press.clientY;
	let drag: ReturnType<typeof startDrag> | undefined;

	hear('pointermove', ({ clientY }) => {
		pointerY = clientY;
		if (Math.abs(pointerY - press.clientY) >= leastMove)
			drag ??= startDrag(board, row, key, { startY: press.clientY, pointerY: () => pointerY });
	});
	hear('pointerup', () => end(true));
	hear('pointercancel', () => end(false));
	hear('lostpointercapture', () => end(false));
	addEventListener('keydown', endByEscape, { signal, capture: true });
	// A second finger does not scroll the page away.
	addEventListener('touchmove', (event) => event.preventDefault(), { signal, passive: false });
	board.ongone(() => end(false));

	function hear(
		type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
		act: (event: PointerEvent) => void
	): void {
		const own = (event: PointerEvent) => {
			if (event.pointerId === press.pointerId) act(event);
		};
		root.addEventListener(type, own, { signal });
	}

	function endByEscape(event: KeyboardEvent): void {
		if (event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		end(false);
	}

	function end(isDropped: boolean): void {
		if (signal.aborted) return;
		listening.abort();
		board.ongone(() => {});
		if (!drag) return;
		const isMoved = drag.end(isDropped);
		sayPlace(board, key, isMoved ? m.drag_dropped() : m.drag_put_back());
	}
}
