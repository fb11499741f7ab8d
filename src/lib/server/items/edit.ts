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
	type TextField,
	type Texts
} from './fields.ts';
import { brief, itemAnswer } from './answer.ts';
import { listsOf, lockItem, lockItems, type LockedItem } from './lock.ts';
import { refuseIfTooMuchText, type WrittenTexts } from './texts-limit.ts';
import { bytesOf } from './text-bytes.ts';

type Edit = Partial<Texts> & { itemUid: string } & LastSeen;

/** Changes what is given and leaves the rest; "" clears any text but the label. */
export async function changeItem(unit: Unit, edit: Edit): Promise<{ item: Item }> {
	const { before, after, ...answer } = await makeEdit(unit, edit);
	await refuseIfTooMuchText(unit, longerTexts(before, after));
	return answer;
}

/** As `changeItem`, without the limit of texts. Returns also the item as it was and as it is. */
async function makeEdit(
	unit: Unit,
	{ itemUid, ...edit }: Edit
): Promise<{ item: Item; before: LockedItem; after: LockedItem }> {
	const before = await lockItem(unit, itemUid);
	const { listUid, sectionUid } = before;
	await refuseIfChangedSince(unit, before, edit);
	const after = { ...before, ...eachText((field) => edit[field] ?? before[field]) };
	const answer = { ...itemAnswer(unit, after, givenIn(edit)), before, after };
	const changed = changedIn(before, edit);
	if (changed.length === 0) return answer;
	await touchList(unit, listUid);
	await updateRows(unit.db, 'Item', [itemUid], { ...columnsOf(edit), updatedAt: unit.now });
	if (edit.label !== undefined && sectionUid)
		await rememberSections(unit, listUid, [{ label: edit.label, sectionUid }]);
	const was = beforeEdit(before, changed);
	const attends = { memberUid: actor(unit).member.uid, targetUid: itemUid };
	unit.record({ kind: 'item.changed', listUid, itemUid, was, attends });
	return answer;
}

/** The texts of the item, where they have become longer in all. */
function longerTexts(before: LockedItem, after: Texts = before): WrittenTexts[] {
	const textBytes = bytesOf(after);
	return textBytes > bytesOf(before) ? [{ listUid: before.listUid, textBytes }] : [];
}

/** The fields that are given and differ from what is stored. */
const changedIn = (stored: Texts, given: Partial<Texts>): TextField[] =>
	givenIn(given).filter((field) => given[field] !== stored[field]);

/** Makes several edits in their order, each as `changeItem` does. Returns each item once, as it is in the end. */
export async function changeItems(unit: Unit, { items }: { items: Edit[] }): Promise<Done> {
	const before = await lockItems(
		unit,
		items.map(({ itemUid }) => itemUid)
	);
	const edited = new Map<string, Awaited<ReturnType<typeof makeEdit>>>();
	for (const edit of items) edited.set(edit.itemUid, await makeEdit(unit, edit));
	const longer = before.flatMap((item) => longerTexts(item, edited.get(item.uid)?.after));
	await refuseIfTooMuchText(unit, longer);
	const unchanged = before.filter(
		(item) => !items.some((edit) => edit.itemUid === item.uid && changedIn(item, edit).length > 0)
	);
	return {
		items: [...edited.values()].map(({ item }) => brief(item)),
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
	if (!longer.success) throw malformed('text', m.note_too_long());
	const note = longer.data;
	await updateRows(unit.db, 'Item', [itemUid], { ...columnsOf({ note }), updatedAt: unit.now });
	const after = { ...item, note };
	await refuseIfTooMuchText(unit, longerTexts(item, after));
	unit.record({ kind: 'item.changed', listUid, itemUid, was: { note: was } });
	const answer = brief(itemAnswer(unit, after, []).item);
	return { item: answer, lists: await listsOf(unit, [item]) };
}
