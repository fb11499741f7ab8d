/** How long the page must have been without a tick, a touch or a scroll before rows move, in milliseconds. */
const restMs = 5000;
/** How long rows take to fold together, in milliseconds. */
export const foldMs = 180;
/** How long taps are ignored once the rows have folded, in milliseconds: they were aimed at what stood there before. */
const aimMs = 300;

/**
 * Calls `move` once the page is at rest: nothing was ticked, touched or scrolled for `restMs`, and no finger is down or menu open.
 * `move` says whether rows changed places; taps are ignored for a moment then. Clicks by keyboard aim at nothing and count always.
 */
export function atRest(move: () => boolean) {
	let touched = -Infinity;
	let fingers = 0;
	let movedAt = -Infinity;
	let timer: ReturnType<typeof setTimeout> | undefined;

	/** Rows are to move: starts to wait for the page to be at rest. */
	function wait(): void {
		touch();
		arm(restMs);
	}

	function arm(ms: number): void {
		clearTimeout(timer);
		timer = setTimeout(() => {
			const left = isHeld() ? restMs : touched + restMs - performance.now();
			if (left > 0) return arm(left);
			if (move()) noteMove();
		}, ms);
	}

	/** Notes when the move was drawn, which a busy phone does late. Nobody can aim anew before they have seen it. */
	function noteMove(): void {
		movedAt = performance.now();
		requestAnimationFrame(() => requestAnimationFrame(() => (movedAt = performance.now())));
	}

	function touch(): void {
		touched = performance.now();
	}

	/** Rows must not move under a finger, beside an open menu, or around a row that is lifted. */
	const isHeld = (): boolean =>
		fingers > 0 || !!document.querySelector(':popover-open, [data-lifting]');

	function countFingers(event: TouchEvent): void {
		fingers = event.touches.length;
		touch();
	}

	function ignoreStaleTap(event: MouseEvent): void {
		const isByKeyboard = event.detail === 0;
		if (isByKeyboard || performance.now() > movedAt + foldMs + aimMs) return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Listens until the returned function is called. */
	function listen(): () => void {
		const listening = new AbortController();
		const options = { capture: true, passive: true, signal: listening.signal };
		for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
			window.addEventListener(type, countFingers, options);
		for (const type of ['pointerdown', 'pointerup', 'scroll'] as const)
			window.addEventListener(type, touch, options);
		window.addEventListener('click', ignoreStaleTap, { ...options, passive: false });
		return () => {
			clearTimeout(timer);
			listening.abort();
		};
	}

	return {
		wait,
		listen,
		isSo: (): boolean => performance.now() >= touched + restMs && !isHeld()
	};
}

/** Is somebody on this row with the keyboard? Folding it away would lose them their place. */
export function isInUse(uid: string): boolean {
	return !!document.getElementById(uid)?.querySelector(':focus-visible');
}
