import { flushSync } from 'svelte';
import { isFocusLost } from '$lib/client/focus';
import { edgeScroll } from './edge-scroll';
import { float } from './floating';
import { glide } from './glide';
import { beginLifting, endLifting, markLifted } from './mark-lifted';
import { elementOf, type Board } from './board';
import { isSamePlace, dropPlaceBelow, dropPlaceOf, type DropPlace } from './drop-place';
import { dropTargetAbove, dropTargetAt, dropTargetsOn, type Shown } from './drop-targets';

/** How long a row is held over the heading of a folded section until that opens, in milliseconds. */
const unfoldsAfterMs = 500;

/** Drags a row: it floats under the pointer, and those that stay make room for it where it would fall. */
export function startDrag(
	board: Board,
	row: HTMLElement,
	key: string,
	{ startY, pointerY }: { startY: number; pointerY: () => number }
) {
	const { root } = board;
	const { top, height } = row.getBoundingClientRect();
	const scroll = edgeScroll(startY);
	const lifted = () => elementOf(board, key);
	let seen = '';
	/** The heading of a folded section that the row is held over. */
	let over: { target: Shown; since: number } | undefined;
	const floating = float(row);
	beginLifting(root);
	const revealed = reveal();
	let request = requestAnimationFrame(frame);

	function frame(now: number): void {
		request = requestAnimationFrame(frame);
		const y = pointerY();
		scroll.step(now, y);
		floating.follow(y - startY);
		// Looks only after the pointer or the page has moved. When others change the list, the row stays with its neighbours.
		if (seen !== `${y} ${scrollY}`) look(now);
		seen = `${y} ${scrollY}`;
		if (over && now - over.since >= unfoldsAfterMs) unfold(over.target);
	}

	function look(now: number): void {
		const targets = dropTargetsOn(board);
		const held = dropTargetAt(targets, middle());
		if (!held?.isFolded) over = undefined;
		else if (over?.target.element !== held.element) over = { target: held, since: now };
		const above = dropTargetAbove(targets, key, middle());
		if (above) show(dropPlaceBelow(board.rows(), key, above));
	}

	function unfold(target: Shown): void {
		over = undefined;
		target.element.parentElement?.setAttribute('open', '');
		show(dropPlaceBelow(board.rows(), key, target));
	}

	/** The height of the floating row's middle, from the top of the rows. */
	function middle(): number {
		return top + pointerY() - startY + height / 2 - root.getBoundingClientRect().top;
	}

	function show(place: DropPlace): void {
		if (isSamePlace(place, dropPlaceOf(board.rows(), key))) return;
		glide(root, () => {
			board.show(key, place);
			flushSync();
			markLifted(board, key, 'pointer');
		});
	}

	/** Sections without a row show while one is lifted. The page scrolls by their height, so that the row stays where it is. */
	function reveal(): number {
		board.show(key, dropPlaceOf(board.rows(), key));
		flushSync();
		markLifted(board, key, 'pointer');
		const moved = row.getBoundingClientRect().top - top;
		const { scrollHeight } = document.documentElement;
		const lack = scrollY + moved + innerHeight - scrollHeight;
		if (moved > 0 && lack > 0) root.style.paddingBlockEnd = `${lack}px`;
		scrollBy({ top: moved, behavior: 'instant' });
		return moved;
	}

	/** Lets it fall where it is shown, or back to where it was; answers whether it was moved. */
	function end(isDropped: boolean): boolean {
		cancelAnimationFrame(request);
		let isMoved = false;
		glide(root, () => {
			const was = lifted()?.getBoundingClientRect().top ?? 0;
			if (isDropped) isMoved = board.drop();
			else board.putBack();
			flushSync();
			root.style.paddingBlockEnd = '';
			const now = lifted()?.getBoundingClientRect().top ?? was;
			scrollBy({ top: isDropped ? now - was : -revealed, behavior: 'instant' });
		});
		void settle();
		return isMoved;
	}

	async function settle(): Promise<void> {
		const place = lifted();
		markLifted(board, key, 'pointer');
		if (place) await floating.fallOnto(place);
		endLifting(root);
		floating.remove();
		if (isFocusLost())
			lifted()
				?.querySelector<HTMLElement>('.grip')
				?.focus({ preventScroll: true, focusVisible: false });
	}

	return { end };
}
