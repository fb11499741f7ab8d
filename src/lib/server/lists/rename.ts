import * as m from '../../paraglide/messages.js';
import { wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asList, type List } from './list.ts';
import { listAnswer } from './load.ts';
import { lockOwnList } from './lock.ts';

export async function renameList(
	unit: Unit,
	{ listUid, name }: { listUid: string; name: string }
): Promise<{ list: List }> {
	const list = await lockOwnList(unit, listUid, m.only_owner_renames);
	if (list.name === name) return { list: asList(list, actor(unit)) };
	await unit.db.list.update({
		where: { uid: listUid },
		data: { name, nameWords: wordsOf(name), updatedAt: unit.now }
	});
	unit.record({ kind: 'list.changed', listUid, was: { name: list.name } });
	return listAnswer(unit, listUid);
}
