import { items } from '../items/operations.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import { camelised } from '../http/text.ts';
import type { Arguments } from './asking.ts';
import type { Item } from './words.ts';

/** The edits of change_items as the client sent them, nulls included. Their names may be spelled in snake_case. */
export const editsIn = ({ items: edits }: Arguments): JsonObject[] =>
	Array.isArray(edits) ? edits.map((edit) => camelised(edit)).filter(isObject) : [];

/** The texts that an edit can change. */
export const editable = Object.keys(
	items.addItem.input.omit({ listUid: true, sectionUid: true, unlessOnList: true }).shape
);
const removable = editable.filter((field) => field !== 'label');
export const howToRemove =
	'A field that is null stays as it is; "" removes a quantity, due date or note.';

/** Says how a text is removed, where null was sent for one that its item still has: somebody may have meant to remove it. */
export function keptLine(sent: Arguments, items: Item[]): string | false {
	const isKept = (edit: JsonObject) => {
		const item: JsonObject | undefined = items.find(({ uid }) => uid === edit.itemUid);
		return item && removable.some((field) => edit[field] === null && item[field] !== '');
	};
	return editsIn(sent).some(isKept) && howToRemove;
}
