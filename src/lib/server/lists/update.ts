import { may } from '../kernel/caller.ts';
import { lockHousehold } from '../data/locks.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { setAddsOnTop } from './adds-on-top.ts';
import { archiveList } from './archive.ts';
import { asList, type List } from './list.ts';
import { loadList } from './load.ts';
import { lockList } from './lock.ts';
import { pinList } from './pin.ts';
import { renameList } from './rename.ts';

type Wanted = {
	listUid: string;
	name?: string | undefined;
	archived?: boolean | undefined;
	pinned?: boolean | undefined;
	addsOnTop?: boolean | undefined;
};

/** Changes the fields that are given, all or none: the name, whether it is archived, whether it is pinned, where new items go. */
export async function changeList(
	unit: Unit,
	{ listUid, name, archived, pinned, addsOnTop }: Wanted
): Promise<{ list: List; isChanged: boolean }> {
	if (archived !== undefined) await lockHousehold(unit);
	const before = await lockList(unit, listUid);
	if (name !== undefined) await renameList(unit, { listUid, name });
	if (archived !== undefined) await archiveList(unit, { listUid, archived });
	if (pinned !== undefined) await pinList(unit, { listUid, pinned });
	if (addsOnTop !== undefined) await setAddsOnTop(unit, { listUid, addsOnTop });
	const after = await loadList(unit, listUid);
	// A token that may not read could try names and states until nothing is changed, and so learn what is stored.
	const isChanged =
		!may(actor(unit), 'read') ||
		before.name !== after.name ||
		Boolean(before.addsOnTop) !== Boolean(after.addsOnTop) ||
		Boolean(before.archivedAt) !== Boolean(after.archivedAt) ||
		Boolean(before.isPinned) !== Boolean(after.isPinned);
	const sent: (keyof List)[] = [];
	if (pinned !== undefined) sent.push('isPinned');
	if (addsOnTop !== undefined) sent.push('addsOnTop');
	return { list: asList(after, actor(unit), sent), isChanged };
}
