import { search } from '$lib/server/search/operations';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { justDeleted, restore } from '../undo-offer.server';
import { justTicked, tickOfMany } from '../tick.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const query = event.url.searchParams.get('query')?.trim() ?? '';
	const [{ rows, hitCount }, ticked, deleted] = await Promise.all([
		ask(event, search.searchRows, { query }),
		justTicked(event),
		justDeleted(event)
	]);
	return { query, hitCount, shown: rows.length, shelves: shelved(rows), ticked, deleted };
};

export const actions: Actions = { tick: tickOfMany, restore };

type Hit = { kind: keyof typeof titles };

const titles = {
	SEARCH_HIT_KIND_LIST: m.lists,
	SEARCH_HIT_KIND_ITEM: m.search_items,
	SEARCH_HIT_KIND_NOTE: m.search_notes
};

/** The hits by kind: first the kind with the best hit, and within each kind in the order of the hits. */
function shelved<One extends Hit>(hits: One[]) {
	return [...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, found]) => ({
		kind,
		title: titles[kind](),
		hits: found
	}));
}
