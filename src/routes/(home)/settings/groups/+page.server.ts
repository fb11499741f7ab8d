import { groups } from '$lib/server/groups/operations';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { isAdmin } from '../admins.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ groups: all }, { members: everyone }] = await Promise.all([
		ask(event, groups.getGroups),
		ask(event, members.getMembers)
	]);
	return {
		groups: all.map(({ uid, name, members: inside, listNames }) => ({
			uid,
			name,
			people: inside.map((member) => member.name),
			listNames
		})),
		everyone: everyone.map(({ uid, name }) => ({ uid, name })),
		canDecide: isAdmin(event)
	};
};

export const actions: Actions = {
	default: form(groups.createGroup, {
		to: () => '/settings/groups?said=made',
		back: (fields) => ({ memberUids: fields.getAll('memberUids') })
	})
};
