// Only for the type check, which fails where one of these lines compiles: code that decides by a list and then writes accepts only
// a locked list.
import { publish } from '../../src/lib/server/instance/publish.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import type { LockedItem } from '../../src/lib/server/items/lock.ts';
import type { Unit } from '../../src/lib/server/kernel/unit.ts';
import { loadList } from '../../src/lib/server/lists/load.ts';
import { lockList } from '../../src/lib/server/lists/lock.ts';
import { share } from '../../src/lib/server/lists/sharing.ts';

const shared = {
	sharing: 'SHARING_INSTANCE',
	canEdit: true,
	memberUids: [],
	groupUids: []
} as const;

export async function unlocked(unit: Unit, listUid: string): Promise<void> {
	const list = await loadList(unit, listUid);
	// @ts-expect-error A list that was only read may have become private before it is published.
	await publish(unit, list);
	// @ts-expect-error The sharing of a list that was only read may have changed meanwhile.
	await share(unit, list, { ...shared, memberUids: [], groupUids: [] });
}

export async function locked(unit: Unit, listUid: string): Promise<void> {
	const list = await lockList(unit, listUid);
	await publish(unit, list);
	await share(unit, list, { ...shared, memberUids: [], groupUids: [] });
}

// @ts-expect-error An item cannot be made up as locked.
export const madeUp: LockedItem = { uid: '', ...eachText(() => ''), listUid: '', rank: 0, doneAt: null, doneByUid: null }; // prettier-ignore
