import { redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/operations/instance';
import { lists } from '$lib/server/operations/lists';
import { form } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import type { Actions, PageServerLoad } from './$types';

/** A visitor finds the public list here, when one is published, and else the door. */
export const load: PageServerLoad = async (event) => {
	const isVisitor = event.locals.caller.by === 'visitor';
	if (isVisitor && (await ask(event, instance.getPublicList)).published) redirect(303, '/public');
	return ask(event, lists.getLists);
};

export const actions: Actions = {
	create: form(lists.createList, { to: ({ list }) => `/lists/${list.uid}#add` })
};
