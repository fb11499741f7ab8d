/** Attached to a menu: the arrows, Home and End move the focus among its links and buttons, round at the ends. */
export function arrowKeys(menu: HTMLElement): () => void {
	function moveFocus(event: KeyboardEvent): void {
		const entries = [...menu.querySelectorAll<HTMLElement>('a, button')];
		const at = entries.findIndex((entry) => entry === document.activeElement);
		const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
		if (to === undefined || entries.length === 0) return;
		event.preventDefault();
		entries.at(to % entries.length)?.focus();
	}

	menu.addEventListener('keydown', moveFocus);
	return () => menu.removeEventListener('keydown', moveFocus);
}
