/** Gives a page that was kept under another theme the theme that this browser has now. */
export function paintAsChosen(): void {
	const [, theme] = /(?:^|; )hearth_theme=(\w+)/.exec(document.cookie) ?? [];
	if (theme) document.documentElement.dataset.theme = theme;
}
