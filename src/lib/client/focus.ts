/** Whether the focus is lost: its element is gone, or is about to leave and `inert`. */
export function isFocusLost(): boolean {
	const { activeElement } = document;
	return !activeElement || activeElement === document.body || !!activeElement.closest('[inert]');
}

/** Moves the focus to the sentence that says what was saved, if there is one. */
export function focusMessage(): void {
	document.querySelector<HTMLElement>('main .said.good[autofocus]')?.focus();
}

/** Moves a lost focus to the page: what was done has taken away the element that had it. */
export function focusPage(): void {
	// Kit moves the focus once more, a moment after it has come to another page.
	setTimeout(() => {
		if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
	});
}
