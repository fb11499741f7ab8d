import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { eachText, type Item } from './fields.ts';
import { asItem, type ItemRow } from './store.ts';

/**
 * The item as the answer to a command shows it. A token that may write and not read learns the label of what it changed, and of
 * the rest only the fields `sent`, which it has just set itself.
 */
export function itemAnswer(unit: Unit, row: ItemRow, sent: (keyof Item)[]): { item: Item } {
	const item = asItem(row);
	if (may(actor(unit), 'read')) return { item };
	const { uid, label } = item;
	const known = sent.map((field) => [field, item[field]]);
	return { item: { ...unread, uid, label, ...Object.fromEntries(known) } };
}

/**
 * Of the note only its first character, which tells whether there is one. For commands without an address: nobody is shown these
 * notes, and the whole notes of many items would be stored with the answer.
 */
export function brief(item: Item): Item {
	const [note = ''] = item.note;
	return { ...item, note };
}

const unread: Item = {
	uid: '',
	...eachText(() => ''),
	done: false,
	addedByName: '',
	doneByName: '',
	doneAt: '',
	doneByUid: '',
	addedViaToken: ''
};
