import { redirect } from '@sveltejs/kit';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { lists } from '$lib/server/lists/operations';
import { sections } from '$lib/server/sections/operations';
import type { Actions, PageServerLoad } from './$types';

const all = (listUid: string): string => `/lists/${encodeURIComponent(listUid)}/sections`;

export const load: PageServerLoad = async (event) => {
	const { listUid, sectionUid } = event.params;
	const [{ list }, { sections: there }] = await Promise.all([
		ask(event, lists.getList, { listUid }),
		ask(event, sections.getSections, { listUid })
	]);
	const section = there.find(({ uid }) => uid === sectionUid);
	// Somebody else has deleted the section already.
	if (!section) redirect(303, all(listUid));
	return { list, section };
};

export const actions: Actions = {
	default: form(sections.deleteSection, {
		to: (_output, { params }) => `${all(params.listUid ?? '')}?said=deleted`
	})
};
