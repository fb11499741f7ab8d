/**
 * Attached to a menu: the arrows, Home and End move the focus among its links and buttons, round at the ends. Where a further step of
 * the menu is open, they move within that step.
 */
export function arrowKeys(menu: HTMLElement): void {
	menu.addEventListener('keydown', (event) => {
		const shown = menu.querySelector('.step[open]') ?? menu;
		const entries = [...shown.querySelectorAll<HTMLElement>(entry)];
		const at = entries.findIndex((entry) => entry === document.activeElement);
		const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
		if (to === undefined || entries.length === 0) return;
		event.preventDefault();
		entries.at(to % entries.length)?.focus();
	});
}

/** A step that is not open has its summary alone. */
const entry = 'a, button:not(.step:not([open]) > button), .step > summary';
