import { invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';

/**
 * Asks again for what the page shows. While the browser is on its way to another page this waits: Kit would give that
 * up for this, and a click on a link would be lost.
 */
export async function refresh(): Promise<void> {
	while (navigating.complete) await navigating.complete.catch(() => undefined);
	await invalidateAll();
}
