import { invalidateAll } from '$app/navigation';
import { navigating, page } from '$app/state';
import { didRefreshFail } from './failed-refresh';
import { isRefusal } from './outbox/answer';
import { gone } from './page-gone.svelte';
import { hasEdits } from './reset-form';

/**
 * Loads the page's data again, and resolves when the page shows it. Refreshes run one after the other, and all calls during
 * one share the next: of two at once Kit drops the older, and still resolves it as done. A refresh waits for a navigation
 * under way: Kit would abort the navigation, and a click on a link would be lost.
 */
export function refresh(): Promise<void> {
	return (next ??= current.then(() => {
		next = undefined;
		return (current = refreshNow());
	}));
}

let current: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

/** After which time a refresh that failed is tried again, in milliseconds. */
const failedMs = 10_000;

async function refreshNow(): Promise<void> {
	await navigationEnds();
	if (!(await mayAsk())) return;
	// Somebody may have clicked a link while the server was asked.
	await navigationEnds();
	// The page shows a failure itself. A failure must not keep the next refresh from running.
	clearTimeout(again);
	if (await didRefreshFail(page.url, () => invalidateAll().catch(() => undefined)))
		again = setTimeout(() => void refresh(), failedMs);
}

/** Resolves once no navigation is under way. */
export async function navigationEnds(): Promise<void> {
	let waited: Promise<void> | null = null;
	// An aborted navigation may stay in `navigating`. Waiting for it again and again would never end.
	while (navigating.complete && navigating.complete !== waited)
		await (waited = navigating.complete).catch(() => undefined);
}

const needed = new Set<() => boolean>();

/** Lets no refresh take the page away while `isNeeded` returns true. Returns a function that ends this. */
export function keepPageWhile(isNeeded: () => boolean): () => void {
	needed.add(isNeeded);
	return () => needed.delete(isNeeded);
}

const isPageHeld = (): boolean => hasEdits() || [...needed].some((isNeeded) => isNeeded());

/** Whether Hearth does not answer, and the page holds nothing that would be lost with it. */
export const mayLeaveOffline = async (): Promise<boolean> =>
	(await statusOfPage()) === undefined && !isPageHeld();

/**
 * Whether a refresh may run. An error page would take the place of the form, with what was typed; without the server it would
 * also replace a list that is used offline. So on such pages the server is asked for the status first.
 */
async function mayAsk(): Promise<boolean> {
	const { href } = window.location;
	const isHeld = isPageHeld();
	const isUsedOffline = page.params.listUid || page.url.pathname === '/today';
	if (!isHeld && !isUsedOffline) return true;
	const [status, isHidden] = await Promise.all([statusOfPage(), isHeld && isOfAnother()]);
	// The answer is about a page that was left meanwhile.
	if (window.location.href !== href) return mayAsk();
	if (isHidden || status === undefined) return false;
	gone.why = hasEdits() ? whyRefused(status) : '';
	return status === 200 || (status >= 300 && status < 500 && !isHeld);
}

/** Whether the page holds what was typed by another member than the one who is signed in now. Then nothing of theirs comes into it. */
async function isOfAnother(): Promise<boolean> {
	const owner = page.data.member?.uid;
	if (!owner) return false;
	const isHidden = gone.why === 'otherMember' || gone.why === 'cameBack';
	const signedIn = await uidOfMember();
	if (!isHidden && (!signedIn || signedIn === owner)) return false;
	if (signedIn !== undefined) gone.why = signedIn === owner ? 'cameBack' : 'otherMember';
	return true;
}

/** The uid of the member who is signed in in this browser, "" for nobody. Undefined where Hearth did not answer. */
async function uidOfMember(): Promise<string | undefined> {
	try {
		const response = await fetch('/api/v1/auth/me', { signal: AbortSignal.timeout(10_000) });
		const body = await response.json();
		return response.status < 500 && isRefusal(body) ? '' : body.member?.uid;
	} catch {
		return undefined;
	}
}

/** A redirect leads to sign-in. Any other refusal, such as too many requests, says nothing of the page. */
function whyRefused(status: number): typeof gone.why {
	if (status >= 300 && status < 400) return 'signedOut';
	if (status === 403) return 'forbidden';
	return status === 404 ? 'deleted' : '';
}

/**
 * Undefined where Hearth did not answer. Browsers hide the status of a redirect, so it counts as 303. A gateway may answer in
 * place of Hearth, and then the page would be lost.
 */
async function statusOfPage(): Promise<number | undefined> {
	const asked = fetch(window.location.href, {
		method: 'HEAD',
		redirect: 'manual',
		headers: { accept: 'text/html' },
		signal: AbortSignal.timeout(10_000)
	});
	const answer = await asked.catch(() => undefined);
	if (answer?.ok && answer.headers.has('x-request-id')) return 200;
	return answer && (await uidOfMember()) !== undefined ? answer.status || 303 : undefined;
}
