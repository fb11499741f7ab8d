import { search } from '$lib/server/search/operations';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const query = event.url.searchParams.get('query')?.trim() ?? '';
	const { hits, hitCount } = await ask(event, search.search, { query });
	return { query, hitCount, shown: hits.length, shelves: shelved(hits) };
};

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
