import { showBadge } from '../badge';
import { deleteIndexedDb } from './indexed-db';
import { databaseName, draftsKey, endedHeader, unwrittenKey } from './names';
import { openChannel } from './tabs';

/** Removes what is kept in this browser. The files of the app stay: they hold nobody's data. */
export async function forgetDevice(): Promise<void> {
	try {
		localStorage.removeItem(unwrittenKey);
		sessionStorage.removeItem(draftsKey);
		await deleteIndexedDb(databaseName);
	} catch {
		// A browser that forbids it has kept nothing.
	}
}

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
