import { redirect } from '@sveltejs/kit';
import { lists } from '$lib/server/operations/lists';
import { fieldsOf, refusedForm, submit } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import { lastDeleted, withUndo } from '../undo.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) =>
	ask(event, lists.getList, { listUid: event.params.listUid });

export const actions: Actions = {
	default: async (event) => {
		const fields = await fieldsOf(event);
		let itemUid = '';
		try {
			const { removedCount } = await submit(event, lists.clearDone, () => event.params, fields);
			if (removedCount > 0) itemUid = await lastDeleted(event);
		} catch (error) {
			return refusedForm(event, error, lists.clearDone.name, fields);
		}
		redirect(303, withUndo(`/lists/${event.params.listUid}`, itemUid));
	}
};
