import * as m from '../../paraglide/messages.js';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, type List } from './list.ts';
import { listAnswer } from './load.ts';
import { lockOwnList } from './lock.ts';

/** Sets where new items go from now on. Items that are there already stay where they are. Idempotent. */
export async function setAddsOnTop(
	unit: Unit,
	{ listUid, addsOnTop }: { listUid: string; addsOnTop: boolean }
): Promise<{ list: List }> {
	const list = await lockOwnList(unit, listUid, m.only_owner_places_new_items);
	if (Boolean(list.addsOnTop) === addsOnTop)
		return { list: asList(list, actor(unit), ['addsOnTop']) };
	await unit.db.list.update({
		where: { uid: listUid },
		data: { addsOnTop, updatedAt: unit.now }
	});
	unit.record({ kind: 'list.changed', listUid, was: { addsOnTop: !addsOnTop } });
	return listAnswer(unit, listUid, ['addsOnTop']);
}
