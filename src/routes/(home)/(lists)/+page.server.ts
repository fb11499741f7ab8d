import { redirect, type RequestEvent } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { lists } from '$lib/server/lists/operations';
import { members } from '$lib/server/members/operations';
import { trash } from '$lib/server/trash/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

/** Leads a visitor to the public list where one is published. Otherwise the first query sends them to sign in. */
export const load: PageServerLoad = async (event) => {
	const isVisitor = event.locals.caller.by === 'visitor';
	if (isVisitor && (await ask(event, instance.getPublicList)).published) redirect(303, '/public');
	const [{ shared }, reached, deleted] = await Promise.all([
		ask(event, lists.getSharedNames),
		ask(event, lists.getLists),
		justDeleted(event)
	]);
	return {
		...reached,
		isAlone:
			reached.lists.length === 0 && (await ask(event, members.getMembers)).members.length < 2,
		names: Object.fromEntries(shared.map(({ listUid, names }) => [listUid, names])),
		justDeleted: deleted,
		said: event.url.searchParams.get('said')
	};
};

/** The list that a form just put into the trash, which the address names. */
async function justDeleted(event: RequestEvent) {
	const named = event.url.searchParams.get('trashed');
	if (!named) return undefined;
	const { entries } = await ask(event, trash.findEntries, { uids: [named] });
	const list = entries.find(({ kind }) => kind === 'TRASH_KIND_LIST');
	return list && { name: list.name, count: 1, uids: [list.uid] };
}

export const actions: Actions = {
	create: form(lists.createList, { to: ({ list }) => `/lists/${list.uid}#add` }),
	restore: form(trash.restore, {
		to: (_output, _event, fields) => `/lists/${encodeURIComponent(fields.get('uid') ?? '')}`
	})
};
