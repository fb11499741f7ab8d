import { deleteDB } from 'idb';
import { showBadge } from '../badge';
import { forgetLeft } from './left';
import { databaseName } from './names';
import { openChannel } from './tabs';

/** Removes what is kept in this browser. The files of the program stay: they are nobody's. */
export function forgetDevice(): Promise<void> {
	forgetLeft();
	return deleteDB(databaseName).catch(() => undefined);
}

/** The same where nobody is signed in any more: every tab stops sending. */
export async function endEverywhere(): Promise<void> {
	const channel = openChannel(() => {});
	channel.tell({ is: 'ended' });
	channel.close();
	showBadge(0);
	await forgetDevice();
}
