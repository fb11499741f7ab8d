import * as m from '../../paraglide/messages.js';
import { may } from '../kernel/caller.ts';
import { forbidden } from '../kernel/errors.ts';
import { createList } from '../lists/create.ts';
import { maxListNameLength, type List } from '../lists/list.ts';
import { listAnswer } from '../lists/load.ts';
import { lockList } from '../lists/lock.ts';
import { countCharacters } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { appendItems } from './append.ts';
import { copySections } from '../sections/copy.ts';
import { eachText, texts } from './fields.ts';

/** A private copy of the list's sections and open items, in their order, without history; and how many ticked items it lacks. */
export async function duplicateList(
	unit: Unit,
	{ listUid, name }: { listUid: string; name?: string | undefined }
): Promise<{ list: List; doneCount: number }> {
	if (!may(actor(unit), 'read')) throw forbidden(m.token_may_not_copy());
	const original = await lockList(unit, listUid);
	const { list } = await createList(unit, {
		name: name ?? nameOfCopy(original.name),
		addsOnTop: Boolean(original.addsOnTop)
	});
	const items = await unit.db.item.findMany({
		where: { listUid, deletedAt: null, doneAt: null },
		orderBy: [{ rank: 'asc' }, { uid: 'asc' }],
		select: { ...eachText((field) => texts[field].isCopied), sectionUid: true }
	});
	const copies = await copySections(unit, original, list.uid);
	const placed = items.map(({ sectionUid, ...copied }) => ({
		...copied,
		sectionUid: copies.get(sectionUid ?? '') ?? ''
	}));
	if (items.length > 0)
		await appendItems(unit, { listUid: list.uid, items: placed }, { isCopy: true });
	const doneCount = await unit.db.item.count({
		where: { listUid, deletedAt: null, NOT: { doneAt: null } }
	});
	return { ...(await listAnswer(unit, list.uid)), doneCount };
}

function nameOfCopy(name: string): string {
	const copy = m.name_of_copy({ name });
	return countCharacters(copy) <= maxListNameLength ? copy : name;
}
