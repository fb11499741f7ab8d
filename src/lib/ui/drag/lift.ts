import type { Board } from './board';
import { liftByKeys } from './lift-by-keys';
import { liftByPointer } from './lift-by-pointer';
import { isLifting } from './mark-lifted';

/** Lifts a row whose handle was pressed, with a pointer or by a key. One row at a time. */
export function lift(board: Board, element: HTMLElement, press?: PointerEvent): void {
	const row = board.rows().find(({ uid }) => uid === element.id);
	if (!row || isLifting(board.root)) return;
	if (press) liftByPointer(board, element, row.key, press);
	else liftByKeys(board, element, row.key);
}
