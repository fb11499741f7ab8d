import { invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';
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
	let waited: Promise<void> | null = null;
	// One that was given up may stay in place: waiting for it again and again would never let the page come to anything.
	while (navigating.complete && navigating.complete !== waited)
		await (waited = navigating.complete).catch(() => undefined);
	if (hasEdits() && !(await isStillThere())) return;
	// What failed is told by the page itself, and must not keep the next from looking.
	await invalidateAll().catch(() => undefined);
}

/**
 * A page that the server refuses, or a server that is out of reach, would take away what was typed: the error page takes
 * the place of the form. So where something was typed the server is asked first.
 */
async function isStillThere(): Promise<boolean> {
	const answer = await fetch(window.location.href, {
		method: 'HEAD',
		redirect: 'manual',
		headers: { accept: 'text/html' }
	}).catch(() => undefined);
	gone.isSo = answer !== undefined && !answer.ok && answer.status < 500;
	return answer?.ok ?? false;
}
