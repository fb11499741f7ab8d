import { deleteDB } from 'idb';
import { showBadge } from '../badge';
import { databaseName, leftKey } from './names';
import { openChannel } from './tabs';

/** Removes what is kept in this browser. The files of the program stay: they are nobody's. */
export async function forgetDevice(): Promise<void> {
	try {
		localStorage.removeItem(leftKey);
		await deleteDB(databaseName);
	} catch {
		// A browser that forbids it has kept nothing.
	}
}

/** The same where nobody is signed in any more: every tab stops sending. */
export async function endEverywhere(): Promise<void> {
	const channel = openChannel(() => {});
	channel.tell({ is: 'ended' });
	channel.close();
	showBadge(0);
	await forgetDevice();
}
