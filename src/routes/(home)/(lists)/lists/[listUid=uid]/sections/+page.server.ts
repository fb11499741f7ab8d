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
	return { list, sections: all.map(({ uid, name }) => ({ uid, name })) };
};

export const actions: Actions = {
	add: form(sections.createSection),
	change: form(sections.changeSection)
};
