import { isUnsaved } from './count-unsaved';
import { openLastDatabase } from './database';
import { endEverywhere, forgetDevice, repeatedly } from './forget-device';
import { draftsKey } from './names';
import { keepUnwritten, takeUnwritten } from './unwritten-changes';

/** How many changes the last member had not saved as this browser was left. */
export const unsaved = $state({ count: 0 });

/**
 * For when nobody is signed in. What the device keeps of the last member is removed. Only where their session has expired, the
 * changes that are not saved stay for them: no page shows them, and they go as another member signs in.
 */
export const forgetLastMember = (wasEnded: boolean): Promise<void> =>
	endEverywhere(async () => {
		// A browser that forbids storage has kept nothing.
		unsaved.count = await repeatedly(forgetLists).catch(() => 0);
		if (wasEnded || unsaved.count === 0) await forgetDevice();
	});

export async function discardUnsaved(): Promise<void> {
	await endEverywhere(forgetDevice);
	unsaved.count = 0;
}

/** Removes the lists and what was typed and not saved. Returns how many changes are not saved. */
async function forgetLists(): Promise<number> {
	sessionStorage.removeItem(draftsKey);
	const last = await openLastDatabase();
	if (!last) return 0;
	const { about, kept } = last;
	const left = takeUnwritten(about.uid);
	try {
		for (const change of left) await kept.saveQueue(change);
	} catch (error) {
		keepUnwritten(about.uid, left);
		throw error;
	}
	for (const { uid } of await kept.lists()) await kept.saveList(uid);
	const intents = await kept.intents();
	kept.close();
	return intents.filter(isUnsaved).length;
}
