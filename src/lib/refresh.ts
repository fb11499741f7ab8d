import { invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';

/**
 * Asks again for what the page shows. While the browser is on its way to another page this waits: Kit would give that
 * up for this, and a click on a link would be lost.
 */
export async function refresh(): Promise<void> {
	let waited: Promise<void> | null = null;
	// One that was given up may stay in place: waiting for it again and again would never let the page come to anything.
	while (navigating.complete && navigating.complete !== waited)
		await (waited = navigating.complete).catch(() => undefined);
	await invalidateAll();
}
