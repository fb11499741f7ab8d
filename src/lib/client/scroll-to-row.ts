import { isMotionReduced } from './motion';

/** Scrolls no further than it takes for the row to be seen, unless `block` says where it is to stand. */
export function scrollToRow(uid: string, block: ScrollLogicalPosition = 'nearest'): void {
	const behavior = isMotionReduced() ? 'auto' : 'smooth';
	const row = document.getElementById(uid);
	// A section that is folded hides what comes into it.
	row?.closest('details')?.setAttribute('open', '');
	row?.scrollIntoView({ block, behavior });
}
