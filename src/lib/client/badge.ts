/** Shows a number on the icon of the installed app, where the platform has that; 0 takes it away. */
export function showBadge(count: number): void {
	if (!('setAppBadge' in navigator)) return;
	// A browser in which nothing is installed may refuse.
	void navigator.setAppBadge(count).catch(() => undefined);
}
