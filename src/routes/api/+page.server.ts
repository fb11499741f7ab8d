import { instance } from '$lib/server/instance/operations';
import { ownOrigin } from '$lib/server/http/address';
import { ask } from '$lib/server/http/page';
import { chapterNames, chaptersFor, resourcesFor } from '$lib/server/http/reference/entries';
import { factsAt } from '$lib/server/http/reference/guide';
import { titlesFor } from './sections.server';
import type { PageServerLoad } from './$types';

/** The reference: for everyone, since it tells of the interface and nothing of the household. */
export const load: PageServerLoad = async (event) => {
	const { name } = await ask(event, instance.getInstance);
	const origin = ownOrigin(event);
	const query = event.url.searchParams.get('query')?.slice(0, 200) ?? '';
	return {
		household: name || 'Hearth',
		query,
		facts: factsAt(origin),
		titles: titlesFor(query),
		chapters: chaptersFor(query, origin),
		all: chapterNames(),
		resources: resourcesFor(query)
	};
};
