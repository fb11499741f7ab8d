import { lockHousehold } from '../lock.ts';
import type { Unit } from '../unit.ts';
import { archiveList, pinList, renameList, theList } from './keep.ts';
import type { List } from './list.ts';

type Wanted = {
	listUid: string;
	name?: string | undefined;
	archived?: boolean | undefined;
	pinned?: boolean | undefined;
};

/** Renames, archives or brings back, pins or unpins: what is given, and all of it or nothing. */
export async function changeList(
	unit: Unit,
	{ listUid, name, archived, pinned }: Wanted
): Promise<{ list: List }> {
	if (archived !== undefined) await lockHousehold(unit);
	if (name !== undefined) await renameList(unit, { listUid, name });
	if (archived !== undefined) await archiveList(unit, { listUid, archived });
	if (pinned !== undefined) await pinList(unit, { listUid, pinned });
	return theList(unit, listUid);
}
