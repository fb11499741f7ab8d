import { groups } from '$lib/server/groups/operations';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { loadGroup } from '../group.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ uid, name, members: inside, listNames }, { members: everyone }] = await Promise.all([
		loadGroup(event, groups.renameGroup),
		ask(event, members.getMembers)
	]);
	return {
		group: { uid, name, listNames },
		inside: inside.map((member) => member.uid),
		everyone: everyone.map((member) => ({ uid: member.uid, name: member.name }))
	};
};

export const actions: Actions = {
	rename: form(groups.renameGroup, { to: (_output, { url }) => `${url.pathname}?said=renamed` }),
	members: form(groups.setGroupMembers, {
		// Where nobody is ticked the group is to be empty, and the form sends no such field.
		input: (fields) => ({ memberUids: fields.getAll('memberUids') }),
		to: (_output, { url }) => `${url.pathname}?said=members`
	})
};
