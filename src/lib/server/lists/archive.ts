import * as m from '../../paraglide/messages.js';
import { unpublish } from '../kernel/unpublish.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, type List } from './list.ts';
import { listAnswer } from './load.ts';
import { lockOwnListAndHousehold } from './lock.ts';

/** Archives a list with its items, or makes it active again, which does not publish it again. Idempotent. */
export async function archiveList(
	unit: Unit,
	{ listUid, archived }: { listUid: string; archived: boolean }
): Promise<{ list: List }> {
	const list = await lockOwnListAndHousehold(
		unit,
		listUid,
		archived ? m.only_owner_archives : m.only_owner_restores
	);
	if (Boolean(list.archivedAt) === archived) return { list: asList(list, actor(unit)) };
	const mark = archived
		? { archivedAt: unit.now, archivedByUid: actor(unit).member.uid }
		: { archivedAt: null, archivedByUid: null };
	await unit.db.list.update({ where: { uid: listUid }, data: { ...mark, updatedAt: unit.now } });
	if (archived) await unpublish(unit, { uid: listUid });
	unit.record({
		kind: archived ? 'list.archived' : 'list.restored',
		listUid,
		was: { archived: !archived }
	});
	return listAnswer(unit, listUid);
}
