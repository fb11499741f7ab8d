import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import { trash } from '$lib/server/trash/operations';
import { form, submit } from '$lib/server/http/form';
import { deletedWords } from '$lib/server/http/in-trash';
import { ask } from '$lib/server/http/page';
import { pageIn, pageQuery } from '../page-query';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ entries, ...shown }, back] = await Promise.all([
		ask(event, trash.getTrashPage, { page: pageIn(event.url) }),
		broughtBack(event)
	]);
	return {
		...shown,
		entries: entries.map((entry) => ({ ...entry, words: deletedWords(event, entry) })),
		back
	};
};

export const actions: Actions = {
	default: form(trash.restore, {
		to: (_output, { url }, fields) => {
			// Sent from the address of a list or an item: go back there.
			const opens = encodeURIComponent(fields.get('opens') ?? '');
			if (opens) return `/${isOfList(opens) ? 'lists' : 'items'}/${opens}`;
			const query = pageQuery(url);
			query.set('back', fields.get('uid') ?? '');
			return `${url.pathname}?${query}`;
		}
	})
};

const isOfList = (uid: string): boolean => uid.startsWith('lst_');

/** What a form just brought back, by its uid in the address; nothing, when it is not there to be seen. */
async function broughtBack(event: RequestEvent) {
	const uid = event.url.searchParams.get('back');
	if (!uid) return undefined;
	const input = () => ({ itemUid: uid, listUid: uid });
	try {
		if (isOfList(uid)) return { ...(await submit(event, lists.getList, input)), item: null };
		return await submit(event, items.getItem, input);
	} catch {
		return undefined;
	}
}
