import { search } from '$lib/server/search/operations';
import { ask } from '$lib/server/http/page';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const query = event.url.searchParams.get('query')?.trim() ?? '';
	const { hits, hitCount } = await ask(event, search.search, { query });
	return { query, hitCount, shown: hits.length, shelves: shelved(hits) };
};

type Hit = { kind: keyof typeof titles };

const titles = {
	SEARCH_HIT_KIND_LIST: 'Lists',
	SEARCH_HIT_KIND_ITEM: 'Items',
	SEARCH_HIT_KIND_NOTE: 'Notes'
};

/** The kind that holds the best hit first, and each in the order of the hits. */
function shelved<One extends Hit>(hits: One[]) {
	return [...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, found]) => ({
		title: titles[kind],
		hits: found
	}));
}
