/** A menu is done once something in it was chosen; the focus goes back to what opened it. */
export function closeMenuAround(form: HTMLFormElement): void {
	// The menu of the items gives the focus back by itself.
	form.closest<HTMLElement>('[popover]')?.hidePopover();
	const menu = form.closest('details');
	if (!menu) return;
	menu.open = false;
	menu.querySelector('summary')?.focus();
}
