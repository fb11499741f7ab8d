/** Gives the page and the browser's bar another theme. */
export function paint(theme: string): void {
	document.documentElement.dataset.theme = theme;
	const bars = document.querySelectorAll<HTMLMetaElement>('[name="theme-color"]');
	for (const [at, bar] of bars.entries()) bar.media = barMedia(at === 0 ? 'light' : 'dark', theme);
}

/** Gives a page that was kept under another theme the theme that this browser has now. */
export function paintAsChosen(): void {
	const [, theme] = /(?:^|; )hearth_theme=(\w+)/.exec(document.cookie) ?? [];
	if (theme) paint(theme);
}

/** The media in which the browser's bar has the colour of a scheme. A theme that was chosen outdoes the system's. */
export function barMedia(scheme: 'light' | 'dark', theme: string): string {
	if (theme === 'system') return `(prefers-color-scheme: ${scheme})`;
	return theme === scheme ? 'all' : 'not all';
}
