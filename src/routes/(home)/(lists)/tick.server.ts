import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { form, submit } from '$lib/server/http/form';
import { asQuery, pageQuery } from './page-query';

/** What the button of a row asks for. Empty where the form has fields for that, `itemUid` and `done`, as an undo does. */
export function tickIn(fields: URLSearchParams): { itemUid?: string; done?: boolean } {
	for (const name of ['tick', 'untick']) {
		const itemUid = fields.get(name);
		if (itemUid !== null) return { itemUid, done: name === 'tick' };
	}
	return {};
}

/** Ticks on a page with items of many lists. The same page is shown again. */
export const tickOfMany = form(items.tickItem, {
	input: tickIn,
	to: ({ item }, { url }) => {
		const query = pageQuery(url);
		if (item.done) query.set('ticked', item.uid);
		return `${url.pathname}${asQuery(query)}#${item.uid}`;
	}
});

/** The item that was ticked here last, to be unticked on the spot; nothing when it is gone or open again. */
export async function justTicked(event: RequestEvent) {
	const itemUid = event.url.searchParams.get('ticked');
	if (!itemUid) return undefined;
	try {
		const { item, list } = await submit(event, items.getItem, () => ({ itemUid }));
		return item.done ? { item, listUid: list.uid, listName: list.name } : undefined;
	} catch {
		return undefined;
	}
}
