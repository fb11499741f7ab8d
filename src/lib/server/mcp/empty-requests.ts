import { malformed } from '../kernel/errors.ts';
import type { Arguments } from './asking.ts';
import { editable, howToRemove } from './edits.ts';
import { isObject } from '../http/json.ts';

/** Refuses arguments that are well-formed and ask for nothing: an assistant would think that something was done. */

export function refuseNoListChange({ name, archived, pinned, addsOnTop }: Arguments): void {
	if ([name, archived, pinned, addsOnTop].every((field) => field === undefined))
		throw malformed('name', 'Say what to change of the list: name, archived, pinned or addsOnTop.');
}

export function refuseNoItemChange({ items }: Arguments): void {
	const isChange = (item: unknown) => !isObject(item) || editable.some((field) => field in item);
	const at = Array.isArray(items) ? items.findIndex((item) => !isChange(item)) : -1;
	if (at >= 0)
		throw malformed(
			`items.${at}`,
			`Say what to change of it: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(editable)}. ${howToRemove}`
		);
}
