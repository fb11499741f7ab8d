import { showBadge } from '../badge';
import { deleteIndexedDb } from './indexed-db';
import { databaseName, draftsKey, endedHeader, unwrittenKey } from './names';
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

/** For when nobody is signed in any more: tells every tab to stop sending, and then removes what `forget` removes. */
export async function endEverywhere(forget?: () => Promise<void>): Promise<void> {
	const channel = openChannel(() => {});
	channel.tell({ is: 'ended' });
	channel.close();
	showBadge(0);
	await forget?.();
}

/**
 * Whether the session of this browser was ended, and did not expire: sign-in says so. False where it does not answer, and undefined where
 * it leads elsewhere, because somebody is signed in.
 */
export const isSessionEnded = (): Promise<boolean | undefined> =>
	fetch('/sign-in', { method: 'HEAD' }).then(
		({ headers, redirected }) => headers.has(endedHeader) || (redirected ? undefined : false),
		() => false
	);
