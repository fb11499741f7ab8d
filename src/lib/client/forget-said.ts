import type { AfterNavigate } from '@sveltejs/kit';

/** For `afterNavigate`. What the address says was done is told once, and not again after Back or a reload. */
export function forgetSaid({ to }: AfterNavigate): void {
	if (to?.url.searchParams.has('said')) history.replaceState(history.state, '', to.url.pathname);
}
