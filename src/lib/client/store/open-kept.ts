import { resolve } from '$app/paths';
import type { Store } from './store.svelte';

/**
 * Opens a page as this device keeps it, once what was done is kept as well. Without a service worker, or once the
 * browser has removed the offline page, the current page stays.
 */
export async function openKept(store: Store, path: `/lists/${string}` | '/today'): Promise<void> {
	await store.saved();
	// A browser that forbids storage has none either, and says so by an error.
	const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
	if (worker?.active && (await caches.match('/offline'))) location.assign(resolve(path));
}
