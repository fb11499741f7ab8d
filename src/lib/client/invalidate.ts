import { invalidateAll } from '$app/navigation';
import { navigating, page } from '$app/state';
import { gone } from './page-gone.svelte';
import { hasEdits } from './reset-form';

/**
 * Asks again for what the page shows, and comes back when it shows it. One after the other, and all who ask while one is
 * under way share the next: Kit drops the older of two, and would tell who asked for it that it is done. While the
 * browser is on its way to another page this waits: Kit would give that up for this, and a click on a link would be lost.
 */
export function refresh(): Promise<void> {
	return (next ??= current.then(() => {
		next = undefined;
		return (current = look());
	}));
}

let current: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;

async function look(): Promise<void> {
	await navigationEnds();
	if (!(await mayAsk())) return;
	// Somebody may have clicked a link while the server was asked.
	await navigationEnds();
	// What failed is told by the page itself, and must not keep the next from looking.
	await invalidateAll().catch(() => undefined);
}

async function navigationEnds(): Promise<void> {
	let waited: Promise<void> | null = null;
	// One that was given up may stay in place: waiting for it again and again would never let the page come to anything.
	while (navigating.complete && navigating.complete !== waited)
		await (waited = navigating.complete).catch(() => undefined);
}

const needed = new Set<() => boolean>();

/** Keeps the page as it is, where asking for it again would take it away, while `isNeeded`. */
export function keepPageWhile(isNeeded: () => boolean): () => void {
	needed.add(isNeeded);
	return () => needed.delete(isNeeded);
}

/**
 * A page that the server refuses would take away what was typed, as the error page takes the place of the form; and a
 * server that is out of reach would take away a list that is used without it. So there the server is asked first.
 */
async function mayAsk(): Promise<boolean> {
	const isHeld = hasEdits() || [...needed].some((isNeeded) => isNeeded());
	const isUsedOffline = page.params.listUid || page.url.pathname === '/today';
	if (!isHeld && !isUsedOffline) return true;
	const status = await statusOfPage();
	if (status === undefined) return false;
	gone.why = hasEdits() ? whyRefused(status) : '';
	return status === 200 || (status >= 300 && status < 500 && !isHeld);
}

/** A redirect leads to the door. What else is refused, such as too many requests, says nothing of the page. */
function whyRefused(status: number): typeof gone.why {
	if (status >= 300 && status < 400) return 'signedOut';
	if (status === 403) return 'forbidden';
	return status === 404 ? 'deleted' : '';
}

/** Undefined where there was no answer. Browsers give a redirect no status. */
async function statusOfPage(): Promise<number | undefined> {
	const asked = fetch(window.location.href, {
		method: 'HEAD',
		redirect: 'manual',
		headers: { accept: 'text/html' },
		signal: AbortSignal.timeout(10_000)
	});
	return asked.then(({ status }) => status || 303).catch(() => undefined);
}
