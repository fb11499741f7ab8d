import { items } from '$lib/server/items/operations';
import { todayOf } from '$lib/server/http/appearance';
import { form, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const today = todayOf(event);
	const [{ items: dated }, ticked] = await Promise.all([
		ask(event, items.getDatedItems, { to: today }),
		justTicked(event)
	]);
	return {
		today,
		late: dated.filter(({ item }) => item.dueOn < today),
		due: dated.filter(({ item }) => item.dueOn === today),
		ticked
	};
};

export const actions: Actions = {
	tick: form(items.tickItem, {
		to: ({ item }, { url }) =>
			`${url.pathname}${item.done ? `?ticked=${item.uid}` : ''}#${item.uid}`
	})
};

/** The item that was ticked here last, to be unticked on the spot; nothing when it is gone or open again. */
async function justTicked(event: Parameters<PageServerLoad>[0]) {
	const itemUid = event.url.searchParams.get('ticked');
	if (!itemUid) return undefined;
	try {
		const { item, list } = await submit(event, items.getItem, () => ({ itemUid }));
		return item.done ? { item, listUid: list.uid, listName: list.name } : undefined;
	} catch {
		return undefined;
	}
}
