import { showBadge } from '../badge';
import { deleteIndexedDb } from './indexed-db';
import { databaseName, draftsKey, endedHeader, memberHeader, unwrittenKey } from './names';
import { openChannel } from './tabs';

/** Removes what is kept in this browser. The files of the app stay: they hold nobody's data. */
export async function forgetDevice(): Promise<void> {
	try {
		sessionStorage.removeItem(draftsKey);
	} catch {
		// A browser that forbids it has kept nothing.
	}
	await forgetKept();
}

/** Removes it, but for what is typed in this tab. */
export async function forgetKept(): Promise<void> {
	try {
		localStorage.removeItem(unwrittenKey);
		await repeatedly(() => deleteIndexedDb(databaseName));
	} catch {
		// A browser that forbids it has kept nothing.
	}
}

/** How long to wait before the database is used again, in milliseconds. */
const againMs = 300;

/** Browsers may close their database during any work, as iOS does with a page in the background. Then the work is done again. */
export const repeatedly = <Result>(work: () => Promise<Result>, tries = 3): Promise<Result> =>
	work().catch(async (error: unknown) => {
		if (tries === 1) throw error;
		await new Promise((resolve) => setTimeout(resolve, againMs));
		return repeatedly(work, tries - 1);
	});

/**
 * For when nobody is signed in any more: tells every tab to stop sending, and then removes what `forget` removes. Somebody may have
 * signed in meanwhile in another tab. That tab goes on, and hears afterwards that its database may be gone.
 */
export async function endEverywhere(forget?: () => Promise<void>): Promise<void> {
	const channel = openChannel(() => {});
	channel.tell({ is: 'ended' });
	showBadge(0);
	await forget?.();
	channel.tell({ is: 'ended' });
	channel.close();
}

/** Who is signed in in this browser: this member, another one, or nobody, since the session was ended or has expired. */
export type SignedIn = 'same' | 'other' | 'ended' | 'expired';

/** As sign-in says when it is asked for this member. Undefined where Hearth does not answer. */
export const whoIsSignedIn = (memberUid: string): Promise<SignedIn | undefined> =>
	fetch('/sign-in', {
		method: 'HEAD',
		headers: { [memberHeader]: memberUid },
		signal: AbortSignal.timeout(10_000)
	}).then(
		({ headers, redirected, status, url }) => {
			if (!headers.has('x-request-id')) return undefined;
			// A household that was deleted leads everybody to its setup.
			if (url.endsWith('/setup')) return 'ended';
			if (redirected) return 'same';
			if (status === 401) return 'other';
			if (status === 200) return headers.has(endedHeader) ? 'ended' : 'expired';
			return undefined;
		},
		() => undefined
	);
