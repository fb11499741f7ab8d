import { lists } from '$lib/server/lists/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) =>
	ask(event, lists.getLists, { status: 'LIST_STATUS_ARCHIVED' });

export const actions: Actions = {
	restore: form(lists.archiveList, {
		input: (fields) => ({ listUid: fields.get('listUid') ?? '', archived: false }),
		to: ({ list }) => `/lists/${list.uid}`
	})
};
