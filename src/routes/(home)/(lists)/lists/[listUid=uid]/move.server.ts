import { items } from '$lib/server/items/operations';
import { form } from '$lib/server/http/form';
import { withWayBack } from './undo.server';

/** One step up or down, to the top, or below the item it was dropped on. */
export const move = form(items.placeItem, {
	input: (fields) => ({ step: fields.get('where') ?? undefined }),
	to: ({ wasAfterItemUid: after }, { url }, fields) =>
		withWayBack(url.pathname, fields.get('itemUid') ?? '', { after })
});
