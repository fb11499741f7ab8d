import { deleteDB } from 'idb';
import { channelName, databaseName } from './names';

/** Removes what is kept in this browser. The files of the program stay: they are nobody's. */
export const forgetDevice = (): Promise<void> => deleteDB(databaseName).catch(() => undefined);

/** The same where nobody is signed in any more: every tab stops sending. */
export async function endEverywhere(): Promise<void> {
	const channel = new BroadcastChannel(channelName);
	channel.postMessage({ is: 'ended' });
	channel.close();
	await forgetDevice();
}
