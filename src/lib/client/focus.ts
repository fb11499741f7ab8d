/** Whether the focus is lost: its element is gone, or is about to leave and `inert`. */
export function isFocusLost(): boolean {
	const { activeElement } = document;
	return !activeElement || activeElement === document.body || !!activeElement.closest('[inert]');
}

/** Moves the focus to what answers a form: the sentence that says what was saved, or the title of a preview. */
export function focusMessage(): void {
	document.querySelector<HTMLElement>('main :is(.said.good, h2)[autofocus]')?.focus();
}

/** Moves a lost focus to the page: what was done has taken away the element that had it. */
export function focusPage(): void {
	// Kit moves the focus once more, a moment after it has come to another page.
	setTimeout(() => {
		if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
	});
}
