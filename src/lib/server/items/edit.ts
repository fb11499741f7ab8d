import * as m from '../../paraglide/messages.js';
import { updateRows } from '../data/update-rows.ts';
import { malformed } from '../kernel/errors.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { touchList } from '../lists/lock.ts';
import type { Named } from '../lists/list.ts';
import { rememberSections } from '../sections/remembered-sections.ts';
import { unchangedUids, type Done } from './unchanged.ts';
import { refuseIfChangedSince, type LastSeen } from './conflict.ts';
import {
	beforeEdit,
	columnsOf,
	eachText,
	givenIn,
	texts,
	type Item,
	type Texts
} from './fields.ts';
import { itemAnswer } from './answer.ts';
import { listsOf, lockItem, lockItems, type LockedItem } from './lock.ts';
import { bytesOf, refuseIfTooMuchNoted, type WrittenNote } from './notes-limit.ts';

type Edit = Partial<Texts> & { itemUid: string } & LastSeen;

/** Changes what is given and leaves the rest; "" clears any text but the label. */
export async function changeItem(unit: Unit, edit: Edit): Promise<{ item: Item }> {
	const { before, ...answer } = await makeEdit(unit, edit);
	await refuseIfTooMuchNoted(unit, longerNotes([before], [edit]));
	return answer;
}

/** As `changeItem`, without the limit of notes. Returns also the item as it was. */
async function makeEdit(
	unit: Unit,
	{ itemUid, ...edit }: Edit
): Promise<{ item: Item; before: LockedItem }> {
	const item = await lockItem(unit, itemUid);
	await refuseIfChangedSince(unit, item, edit);
	if (!isOther(item, edit)) return { ...itemAnswer(unit, item, givenIn(edit)), before: item };
	await touchList(unit, item.listUid);
	await updateRows(unit.db, 'Item', [itemUid], { ...columnsOf(edit), updatedAt: unit.now });
	if (edit.label !== undefined && item.sectionUid)
		await rememberSections(unit, item.listUid, [
			{ label: edit.label, sectionUid: item.sectionUid }
		]);
	const was = beforeEdit(item);
	const attends = { memberUid: actor(unit).member.uid, targetUid: itemUid };
	unit.record({ kind: 'item.changed', listUid: item.listUid, itemUid, was, attends });
	const edited = { ...item, ...eachText((field) => edit[field] ?? item[field]) };
	return { ...itemAnswer(unit, edited, givenIn(edit)), before: item };
}

/** The notes that these edits make longer. The last edit of a note counts. */
function longerNotes(before: LockedItem[], edits: Edit[]): WrittenNote[] {
	const notes = new Map(
		edits.flatMap(({ itemUid, note }) => (note === undefined ? [] : [[itemUid, note]]))
	);
	return before.flatMap(({ uid, listUid, note: was }) => {
		const noteBytes = bytesOf(notes.get(uid) ?? was);
		return noteBytes > bytesOf(was) ? [{ listUid, noteBytes }] : [];
	});
}

/** Whether any of the fields that are given differs from what is stored. */
const isOther = (stored: Texts, given: Partial<Texts>): boolean =>
	givenIn(given).some((field) => given[field] !== stored[field]);

/** Makes several edits in their order, each as `changeItem` does. Returns each item once, as it is in the end. */
export async function changeItems(unit: Unit, { items }: { items: Edit[] }): Promise<Done> {
	const before = await lockItems(
		unit,
		items.map(({ itemUid }) => itemUid)
	);
	const changed = new Map<string, Item>();
	for (const edit of items) changed.set(edit.itemUid, (await makeEdit(unit, edit)).item);
	await refuseIfTooMuchNoted(unit, longerNotes(before, items));
	const unchanged = before.filter(
		(item) => !items.some((edit) => edit.itemUid === item.uid && isOther(item, edit))
	);
	return {
		items: [...changed.values()],
		unchangedUids: unchangedUids(unit, unchanged),
		lists: await listsOf(unit, before)
	};
}

/** Appends to the note as it is stored, so that it overwrites nothing. */
export async function appendToNote(
	unit: Unit,
	{ itemUid, text }: { itemUid: string; text: string }
): Promise<{ item: Item; lists: Named[] }> {
	const item = await lockItem(unit, itemUid);
	const { listUid, note: was } = item;
	await touchList(unit, listUid);
	const longer = texts.note.input.safeParse(was ? `${was}\n${text}` : text);
	if (!longer.success) throw malformed({ field: 'text', description: m.note_too_long() });
	const note = longer.data;
	await updateRows(unit.db, 'Item', [itemUid], { ...columnsOf({ note }), updatedAt: unit.now });
	await refuseIfTooMuchNoted(unit, [{ listUid, noteBytes: bytesOf(note) }]);
	unit.record({ kind: 'item.changed', listUid, itemUid, was: { note: was } });
	return { ...itemAnswer(unit, { ...item, note }, []), lists: await listsOf(unit, [item]) };
}
