/** Has the focus gone to nowhere: with what had it, or with what is about to leave? */
export function isFocusLost(): boolean {
	const { activeElement } = document;
	return !activeElement || activeElement === document.body || !!activeElement.closest('[inert]');
}

/** After something was saved: to the sentence that says so. */
export function focusMessage(): void {
	document.querySelector<HTMLElement>('main .said.good[autofocus]')?.focus();
}

/** After something was done that took away what had the focus: to the page. */
export function focusPage(): void {
	// Kit moves the focus once more, a moment after it has come to another page.
	setTimeout(() => {
		if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
	});
}
