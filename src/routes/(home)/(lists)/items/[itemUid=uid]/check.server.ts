import { redirect, type Action } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { samePage } from './addresses.server';
import { changesByCheckbox } from './changes';

/** Ticks a line of the note's checklist, or unticks it. */
export const check: Action<{ itemUid: string }> = async (event) => {
	const fields = await fieldsOf(event);
	const { itemUid } = event.params;
	const { item } = await ask(event, items.getItem, { itemUid });
	try {
		const input = () => ({ ...changesByCheckbox(fields, item.note), itemUid });
		await submit(event, items.changeItem, input, fields);
	} catch (error) {
		return refusedForm(event, error, items.changeItem.name, fields);
	}
	const line = Number(fields.get('line'));
	redirect(303, `${samePage(event.url)}#note-line-${line}`);
};
