import { items } from '$lib/server/items/operations';
import { form } from '$lib/server/http/form';
import { withWayBack } from './undo.server';

/** One step up or down, to the top, to another section, or below the item it was dropped on. */
export const move = form(items.placeItem, {
	input: (fields) => ({ step: fields.get('where') ?? undefined }),
	to: ({ wasAfterItemUid: after, wasInSectionUid: section }, { url }, fields) =>
		withWayBack(url.pathname, fields.get('itemUid') ?? '', { after, section })
});
