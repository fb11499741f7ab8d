import { redirect, type Action } from '@sveltejs/kit';
import { items } from '$lib/server/operations/items';
import { lists } from '$lib/server/operations/lists';
import { fieldsOf, refusedForm, submit } from '$lib/server/transports/form';
import { anchorFor, before } from './placing';
import { withWayBack } from './undo.server';

/** One step up or down, or to the top or the end, of the list as it is now and not as the page last saw it. */
export const move: Action<{ listUid: string }> = async (event) => {
	const fields = await fieldsOf(event);
	const itemUid = fields.get('itemUid') ?? '';
	let after;
	try {
		const { items: there } = await submit(event, lists.getList, () => event.params);
		after = before(there, itemUid);
		const afterItemUid =
			fields.get('afterItemUid') ?? anchorFor(there, itemUid, fields.get('where') ?? '');
		if (afterItemUid !== undefined)
			await submit(event, items.moveItem, () => ({ itemUid, afterItemUid }), fields);
	} catch (error) {
		return refusedForm(event, error, items.moveItem.name, fields);
	}
	redirect(303, withWayBack(event.url.pathname, itemUid, { after }));
};
