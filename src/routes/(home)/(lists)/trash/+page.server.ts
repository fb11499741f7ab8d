import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import { trash } from '$lib/server/trash/operations';
import { timeZoneOf } from '$lib/server/http/appearance';
import { form, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { entries } = await ask(event, trash.getTrash);
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	return {
		entries: entries.map(({ deletedAt, purgeAt, ...entry }) => ({
			...entry,
			isList: entry.kind === 'TRASH_KIND_LIST',
			deleted: relativeTime(deletedAt, now),
			goes: dayOf(purgeAt, zone)
		})),
		back: await broughtBack(event)
	};
};

export const actions: Actions = {
	default: form(trash.restore, {
		to: (_output, { url }, fields) =>
			`${url.pathname}?back=${encodeURIComponent(fields.get('uid') ?? '')}`
	})
};

/** What a form just brought back, by its uid in the address; nothing, when it is not there to be seen. */
async function broughtBack(event: RequestEvent) {
	const uid = event.url.searchParams.get('back');
	if (!uid) return undefined;
	const input = () => ({ itemUid: uid, listUid: uid });
	try {
		if (uid.startsWith('lst_'))
			return { ...(await submit(event, lists.getList, input)), item: null };
		return await submit(event, items.getItem, input);
	} catch {
		return undefined;
	}
}
