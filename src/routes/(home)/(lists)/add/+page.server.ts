import { redirect } from '@sveltejs/kit';
import { lists } from '$lib/server/lists/operations';
import { ask } from '$lib/server/http/page';
import { sharedText } from './share-target';
import type { PageServerLoad } from './$types';

/** Asks on which list something goes, and leads to the preview there once a list and a text are named. */
export const load: PageServerLoad = async (event) => {
	const { searchParams } = event.url;
	const text = sharedText(searchParams);
	const { lists: reached } = await ask(event, lists.getLists);
	const open = reached.filter(({ canEdit }) => canEdit);
	const chosen = open.find(({ uid }) => uid === searchParams.get('list'));
	if (chosen && text)
		redirect(303, `/lists/${chosen.uid}?${new URLSearchParams({ paste: text })}#paste`);
	return {
		text,
		isEmpty: chosen !== undefined,
		chosen: (chosen ?? open[0])?.uid ?? '',
		lists: open.map(({ uid, name }) => ({ value: uid, label: name }))
	};
};
