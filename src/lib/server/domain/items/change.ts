import { malformed, missing } from '../errors.ts';
import { namesOf, type Named } from '../lists/named.ts';
import { reachedList, refuseUnlessEditable, touchList } from '../lists/reached.ts';
import { lockList } from '../lock.ts';
import { timestamp, wordsOf } from '../text.ts';
import { actor, deletionBy, type Unit } from '../unit.ts';
import { refuseIfChangedSince, type LastSeen } from './conflict.ts';
import { note as noteText, type Item, type ItemBody } from './item.ts';
import { itemToChange, theItem } from './reached.ts';

export type Edit = Partial<ItemBody> & { itemUid: string } & LastSeen;

/** Changes what is given and leaves the rest; "" clears a quantity, a due date or a note. */
export async function changeItem(unit: Unit, { itemUid, ...edit }: Edit): Promise<{ item: Item }> {
	const item = await itemToChange(unit, itemUid);
	await refuseIfChangedSince(unit, item, edit);
	if (!isOther(item, edit)) return theItem(unit, itemUid, fieldsIn(edit));
	await touchList(unit, item.listUid);
	const { label, quantity, dueOn, note } = edit;
	await unit.db.item.update({
		where: { uid: itemUid },
		data: {
			...(label === undefined ? {} : { label, labelWords: wordsOf(label) }),
			...(quantity === undefined ? {} : { quantity, quantityWords: wordsOf(quantity) }),
			...(dueOn === undefined ? {} : { dueOn }),
			...(note === undefined ? {} : { note, noteWords: wordsOf(note) }),
			updatedAt: unit.now
		}
	});
	const was = { label: item.label, quantity: item.quantity, dueOn: item.dueOn, note: item.note };
	const attends = { memberUid: actor(unit).member.uid, targetUid: itemUid };
	unit.record({ kind: 'item.changed', listUid: item.listUid, itemUid, was, attends });
	return theItem(unit, itemUid, fieldsIn({ label, quantity, dueOn, note }));
}

const fieldsIn = (edit: Partial<ItemBody>): (keyof ItemBody)[] =>
	(['label', 'quantity', 'dueOn', 'note'] as const).filter((field) => edit[field] !== undefined);

/** Whether any of the fields that are given differs from what is stored. */
export const isOther = (stored: Required<ItemBody>, given: Partial<ItemBody>): boolean =>
	fieldsIn(given).some((field) => given[field] !== stored[field]);

/** What went into the trash. */
export type Removed = { uid: string; label: string };

/** Below what the note says already, whoever wrote that and however lately. */
export async function appendToNote(
	unit: Unit,
	{ itemUid, text }: { itemUid: string; text: string }
): Promise<{ item: Item; lists: Named[] }> {
	const { listUid, note: was } = await itemToChange(unit, itemUid);
	await touchList(unit, listUid);
	const longer = noteText.safeParse(was ? `${was}\n${text}` : text);
	if (!longer.success)
		throw malformed({
			field: 'text',
			description: 'With this the note would have more than 64,000 characters. Nothing was added.'
		});
	const note = longer.data;
	await unit.db.item.update({
		where: { uid: itemUid },
		data: { note, noteWords: wordsOf(note), updatedAt: unit.now }
	});
	unit.record({ kind: 'item.changed', listUid, itemUid, was: { note: was } });
	return { ...(await theItem(unit, itemUid, [])), lists: await namesOf(unit, [listUid]) };
}

/** Ticks or unticks. Never a conflict: a second tick changes nothing, and who ticked first stays. */
export async function tickItem(
	unit: Unit,
	{ itemUid, done }: { itemUid: string; done: boolean }
): Promise<{ item: Item }> {
	const { listUid, doneAt, doneByUid } = await itemToChange(unit, itemUid);
	if (Boolean(doneAt) === done) return theItem(unit, itemUid, ['done']);
	await touchList(unit, listUid);
	const mark = done
		? { doneAt: unit.now, doneByUid: actor(unit).member.uid }
		: { doneAt: null, doneByUid: null };
	// The condition decides between two who tick at once, also on several nodes.
	const { count } = await unit.db.item.updateMany({
		where: { uid: itemUid, deletedAt: null, doneAt: done ? null : { not: null } },
		data: { ...mark, updatedAt: unit.now }
	});
	const was = { doneAt: timestamp(doneAt), doneByUid };
	if (count > 0)
		unit.record({ kind: done ? 'item.ticked' : 'item.unticked', listUid, itemUid, was });
	return theItem(unit, itemUid, ['done']);
}

/** Into the trash. */
export async function deleteItem(
	unit: Unit,
	{ itemUid }: { itemUid: string }
): Promise<Record<string, never>> {
	const { listUid } = await itemToChange(unit, itemUid);
	await touchList(unit, listUid);
	const { count } = await unit.db.item.updateMany({
		where: { uid: itemUid, deletedAt: null },
		data: deletionBy(unit)
	});
	if (count === 0) throw missing('item');
	unit.record({ kind: 'item.deleted', listUid, itemUid });
	return {};
}

/** Every ticked item of the list, into the trash. */
export async function clearDone(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ removedCount: number; removed: Removed[]; lists: Named[] }> {
	await lockList(unit, { listUid });
	const list = await reachedList(unit, listUid);
	refuseUnlessEditable(unit, list);
	const lists = [{ uid: listUid, name: list.name }];
	if (Number(list.doneCount) === 0) return { removedCount: 0, removed: [], lists };
	await touchList(unit, listUid);
	const ticked = { listUid, deletedAt: null, doneAt: { not: null } };
	const items = await unit.db.item.findMany({
		where: ticked,
		orderBy: [{ rank: 'asc' }, { uid: 'asc' }],
		select: { uid: true, label: true }
	});
	await unit.db.item.updateMany({ where: ticked, data: deletionBy(unit) });
	for (const item of items) unit.record({ kind: 'item.deleted', listUid, itemUid: item.uid });
	return { removedCount: items.length, removed: items, lists };
}

/** The same; `removedUid` is one of them, by which the others are found in the trash, and "" where there was none. */
export async function clearTicked(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ removedUid: string }> {
	const { removed } = await clearDone(unit, { listUid });
	return { removedUid: removed[0]?.uid ?? '' };
}
