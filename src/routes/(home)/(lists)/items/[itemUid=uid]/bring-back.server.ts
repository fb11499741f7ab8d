import { redirect, type Action } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { trash } from '$lib/server/trash/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { backTo } from './addresses.server';
import { changesIn } from './changes';

/** Saves an edit of an item that somebody has deleted meanwhile: the item is taken out of the trash first. */
export const bringBack: Action<{ itemUid: string }> = async (event) => {
	const fields = await fieldsOf(event);
	const { itemUid } = event.params;
	try {
		const { entries } = await submit(event, trash.findEntries, () => ({ uids: [itemUid] }));
		if (entries.length > 0) await submit(event, trash.restoreEntries, () => ({ uids: [itemUid] }));
		await submit(event, items.changeItem, () => ({ ...changesIn(fields), itemUid }), fields);
	} catch (error) {
		return refusedForm(event, error, items.changeItem.name, fields);
	}
	redirect(303, backTo(event.url, fields.get('listUid') ?? '', itemUid));
};
