import { hasEdits } from '$lib/client/reset-form';
import type { Store } from '$lib/client/store/store.svelte';

/** As in the service worker. */
const shell = '/offline';
const askEveryMs = 5_000;
/** A server that takes longer than this would only lead back here. */
const inTimeMs = 2_000;

/** Goes on to the page itself once the server is there, everything is sent and nothing half typed would be lost. */
export function comeBack(store: Store, signal: AbortSignal): void {
	const timer = setInterval(() => void look(), askEveryMs);
	window.addEventListener('online', () => void look(), { signal });
	signal.addEventListener('abort', () => clearInterval(timer));

	void look();

	async function look(): Promise<void> {
		const isBack = await isThere();
		store.noteContact(isBack);
		if (!isBack) return;
		store.nudge();
		const isDone = store.waiting.length === 0 || store.hasEnded;
		if (isDone && !hasEdits() && !signal.aborted) goOn();
	}

	/** The worker shows this page at the address of another one. Asked for by its own, it has nothing to show. */
	function goOn(): void {
		if (location.pathname === shell) location.replace('/');
		else location.reload();
	}

	async function isThere(): Promise<boolean> {
		const asked = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(inTimeMs) });
		return asked.then(({ status }) => status === 200).catch(() => false);
	}
}
