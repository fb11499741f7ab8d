import { isUnsaved } from './count-unsaved';
import { openLastDatabase } from './database';
import {
	endEverywhere,
	forgetDevice,
	repeatedly,
	whoIsSignedIn,
	type SignedIn
} from './forget-device';
import { draftsKey } from './names';
import { keepUnwritten, takeUnwritten } from './unwritten-changes';

/** How many changes the last member had not saved as this browser was left. */
export const unsaved = $state({ count: 0 });

/**
 * For a page of a visitor. What the device keeps of the last member is removed, unless somebody has signed in since, in another tab.
 * Only where the session has expired, the changes that are not saved stay for its member: no page shows them, and they go as another
 * member signs in.
 */
export async function forgetLastMember(): Promise<void> {
	// Visitors of a public list have nothing here, and need not ask.
	const last = await repeatedly(openLastDatabase).catch(() => undefined);
	last?.kept.close();
	const signedIn = last ? await nobodyOrWho() : 'ended';
	if (signedIn === 'same' || signedIn === 'other') return;
	await endEverywhere(async () => {
		// A browser that forbids storage has kept nothing.
		unsaved.count = await repeatedly(forgetLists).catch(() => 0);
		if (signedIn === 'ended' || unsaved.count === 0) await forgetDevice();
	});
}

/** Asks until Hearth answers, because the page may be old: scripts come late on a slow line. */
async function nobodyOrWho(): Promise<SignedIn> {
	const signedIn = await whoIsSignedIn('');
	if (signedIn) return signedIn;
	await new Promise((resolve) => setTimeout(resolve, askAgainMs));
	return nobodyOrWho();
}

const askAgainMs = 5_000;

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
