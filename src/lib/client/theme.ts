/** Paints a page that was kept under another theme as this browser is to be shown pages now. */
export function paintAsChosen(): void {
	const [, theme] = /(?:^|; )hearth_theme=(\w+)/.exec(document.cookie) ?? [];
	if (theme) document.documentElement.dataset.theme = theme;
}
