import { lists } from '$lib/server/lists/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { withOpenAgain } from '../just-pasted.server';
import { withUndo } from '../../../undo-offer.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { list, items } = await ask(event, lists.getList, { listUid: event.params.listUid });
	return { list, ticked: items.filter(({ done }) => done).map(({ label }) => label) };
};

export const actions: Actions = {
	clear: form(lists.clearTicked, {
		to: ({ removedUid }, { params }) => withUndo(`/lists/${params.listUid}`, removedUid)
	}),
	untick: form(lists.untickAll, {
		to: ({ untickedUids }, { params }) => withOpenAgain(`/lists/${params.listUid}`, untickedUids)
	})
};
