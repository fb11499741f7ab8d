import { instance } from '$lib/server/operations/instance';
import { ownOrigin } from '$lib/server/transports/address';
import { ask } from '$lib/server/transports/page';
import { chapterNames, chaptersFor, resourcesFor } from '$lib/server/transports/reference';
import { factsAt } from '$lib/server/transports/reference-guide';
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
