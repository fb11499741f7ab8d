import { lists } from '$lib/server/lists/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { list } = await ask(event, lists.getList, { listUid: event.params.listUid });
	return { list };
};

export const actions: Actions = {
	default: form(lists.renameList, { to: ({ list }) => `/lists/${list.uid}` })
};
