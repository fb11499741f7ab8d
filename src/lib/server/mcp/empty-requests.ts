import { malformed } from '../kernel/errors.ts';
import { items } from '../items/operations.ts';
import type { Arguments } from './asking.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import { camelised } from '../http/text.ts';
import type { Item } from './words.ts';

/** Refuses arguments that are well-formed and ask for nothing: an assistant would think that something was done. */

export function refuseNoListChange({ name, archived, pinned, addsOnTop }: Arguments): void {
	if ([name, archived, pinned, addsOnTop].every((field) => field === undefined))
		throw malformed({
			field: 'name',
			description: 'Say what to change of the list: name, archived, pinned or addsOnTop.'
		});
}

export function refuseNoItemChange({ items }: Arguments): void {
	const isChange = (item: unknown) => !isObject(item) || changeable.some((field) => field in item);
	const at = Array.isArray(items) ? items.findIndex((item) => !isChange(item)) : -1;
	if (at >= 0)
		throw malformed({
			field: `items.${at}`,
			description: `Say what to change of it: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(changeable)}. ${howToRemove}`
		});
}

/** Says how a text is removed, where null was sent for one that its item still has: somebody may have meant to remove it. */
export function keptLine({ items: edits }: Arguments, items: Item[]): string | false {
	const all = Array.isArray(edits) ? edits.map((edit) => camelised(edit)).filter(isObject) : [];
	const isKept = (edit: JsonObject) => {
		const item: JsonObject | undefined = items.find(({ uid }) => uid === edit.itemUid);
		return item && removable.some((field) => edit[field] === null && item[field] !== '');
	};
	return all.some(isKept) && howToRemove;
}

const changeable = Object.keys(items.addItem.input.omit({ listUid: true, sectionUid: true }).shape);
const removable = changeable.filter((field) => field !== 'label');
const howToRemove = 'A field that is null stays as it is; "" removes a quantity, due date or note.';
