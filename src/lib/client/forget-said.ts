import type { AfterNavigate } from '@sveltejs/kit';

/** For `afterNavigate`. What the address says was done is told once, and not again after Back or a reload. */
export function forgetSaid({ to }: AfterNavigate): void {
	if (!to?.url.searchParams.has('said')) return;
	const unsaid = new URL(to.url);
	unsaid.searchParams.delete('said');
	history.replaceState(history.state, '', unsaid);
}
