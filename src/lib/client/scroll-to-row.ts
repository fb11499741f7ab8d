import { isMotionReduced } from './motion';

/** Scrolls no further than it takes for the row to be seen, unless `block` says where it is to stand. */
export function scrollToRow(uid: string, block: ScrollLogicalPosition = 'nearest'): void {
	const row = document.getElementById(uid);
	if (!row) return;
	// A section that is folded hides what comes into it.
	row.closest('details')?.setAttribute('open', '');
	const scroll = (behavior: ScrollBehavior) => row.scrollIntoView({ block, behavior });
	if (!isMotionReduced() && !isFar(row)) return scroll('smooth');
	const focused = document.activeElement;
	let frames = 10;
	// The rows around it have their height only once they are drawn, which brings other rows near, to be drawn too.
	(function settle() {
		if (!frames-- || document.activeElement !== focused) return;
		scroll('auto');
		requestAnimationFrame(settle);
	})();
}

/** More than a screen away. A phone that scrolls there smoothly lays out and draws every row in between. */
function isFar(row: HTMLElement): boolean {
	const { top, bottom } = row.getBoundingClientRect();
	return top > innerHeight * 2 || bottom < -innerHeight;
}
