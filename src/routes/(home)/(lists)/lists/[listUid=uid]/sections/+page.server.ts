import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { lists } from '$lib/server/lists/operations';
import { sections } from '$lib/server/sections/operations';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { listUid } = event.params;
	const [{ list }, { sections: all }] = await Promise.all([
		ask(event, lists.getList, { listUid }),
		ask(event, sections.getSections, { listUid })
	]);
	const known = event.url.searchParams.get('known');
	return {
		list,
		sections: all.map(({ uid, name }) => ({ uid, name })),
		known: all.find(({ uid }) => uid === known)?.name,
		said: event.url.searchParams.get('said')
	};
};

export const actions: Actions = {
	// A typed "dairy" names the section "Dairy" that the list has already.
	add: form(sections.ensureSection, {
		to: ({ section, isNew }, { url }) =>
			isNew ? url.pathname : `${url.pathname}?known=${section.uid}`
	}),
	rename: form(sections.renameSection, {
		to: (_output, { url }) => `${url.pathname}?said=renamed`
	}),
	place: form(sections.changeSection)
};
