import { hasEdits } from '$lib/client/reset-form';
import type { Store } from '$lib/client/store/store.svelte';
import { missesBefore, noteMisses } from './misses';

/** The path of the offline page, as in the service worker. */
const shell = '/offline';
const askEveryMs = 5_000;
const longestRetryDelayMs = 30_000;
/** A page that takes longer than this would only lead back here. */
const inTimeMs = 2_000;

/**
 * Loads the page that was asked for, once three things hold: the server answers, everything is sent or kept for the next sign-in,
 * and nobody is in the middle of anything.
 */
export function comeBack(store: Store, signal: AbortSignal): void {
	/** How often the page took too long, when it was checked here or when it was loaded. */
	let misses = missesBefore();
	let timer: ReturnType<typeof setTimeout> | undefined;
	window.addEventListener('online', () => void look(), { signal });
	signal.addEventListener('abort', () => clearTimeout(timer));

	if (misses > 0) rest();
	else void look();

	async function look(): Promise<void> {
		const found = await findPage();
		if (signal.aborted) return;
		if (found === 'late') misses += 1;
		store.noteContact(found === 'there');
		if (found === 'there') store.nudge();
		const isSafe = store.waiting().length === 0 || store.staysKept();
		if (found === 'there' && isSafe && !isInUse()) goOn();
		else rest();
	}

	/** Waits before the next check. The server makes the whole page for each, so a slow page is checked less and less often. */
	function rest(): void {
		clearTimeout(timer);
		timer = setTimeout(() => void look(), Math.min(longestRetryDelayMs, askEveryMs * 2 ** misses));
	}

	function goOn(): void {
		noteMisses(misses + 1);
		if (location.pathname === shell) location.replace('/');
		else location.reload();
	}
}

/** Whether somebody would lose what they typed, an undo, an open menu or the row that they drag. */
const isInUse = (): boolean =>
	hasEdits() || !!document.querySelector('[data-toast], [data-lifting], :popover-open');

/**
 * Asks for the page that was asked for, because the server may answer while its database is away. The worker shows this offline
 * page at the address of that page. At the address of the offline page itself, the overview is asked for.
 */
async function findPage(): Promise<'there' | 'away' | 'late'> {
	const address = location.pathname === shell ? '/' : location.href;
	const signal = AbortSignal.timeout(inTimeMs);
	return fetch(address, { method: 'HEAD', redirect: 'manual', cache: 'no-store', signal })
		.then(({ status, headers }) => {
			// As in the service worker.
			const isAway = status >= 500 || (status === 404 && !headers.has('x-request-id'));
			return isAway ? ('away' as const) : ('there' as const);
		})
		.catch(() => (signal.aborted ? 'late' : 'away'));
}
