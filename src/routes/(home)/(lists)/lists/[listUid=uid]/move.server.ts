import { items } from '$lib/server/items/operations';
import { form } from '$lib/server/http/form';
import { withWayBack } from '../../undo-offer.server';

/** One step up or down, to the top, or to another section. */
export const move = form(items.placeItem, {
	input: (fields) => ({ step: fields.get('where') ?? undefined }),
	to: ({ wasBelowItemUids: below, wasInSectionUid: section }, { url }, fields) =>
		withWayBack(url.pathname, fields.get('itemUid') ?? '', { below, section })
});
