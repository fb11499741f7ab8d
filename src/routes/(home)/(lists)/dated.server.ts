import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { form, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { justDeleted } from './lists/[listUid=uid]/undo.server';

/** What is due on the days from `from` to `to`, or everything up to `to`, and what was ticked or deleted last. */
export async function loadDated(
	event: RequestEvent,
	{ from = '', to }: { from?: string; to: string }
) {
	const [{ items: dated }, ticked, deleted] = await Promise.all([
		ask(event, items.getDatedItems, { from, to }),
		justTicked(event),
		justDeleted(event)
	]);
	return { from, to, dated, ticked, deleted };
}

/** Ticks on a page that goes by days. The same page is shown again, the calendar with the day of what was ticked. */
export const tickDated = form(items.tickItem, {
	to: ({ item }, { url }) => {
		const query = new URLSearchParams({
			...(url.pathname === '/calendar' ? { day: item.dueOn } : {}),
			...(item.done ? { ticked: item.uid } : {})
		});
		return `${url.pathname}${query.size > 0 ? `?${query}` : ''}#${item.uid}`;
	}
});

/** The item that was ticked here last, to be unticked on the spot; nothing when it is gone or open again. */
async function justTicked(event: RequestEvent) {
	const itemUid = event.url.searchParams.get('ticked');
	if (!itemUid) return undefined;
	try {
		const { item, list } = await submit(event, items.getItem, () => ({ itemUid }));
		return item.done ? { item, listUid: list.uid, listName: list.name } : undefined;
	} catch {
		return undefined;
	}
}
