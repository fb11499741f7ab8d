import { fail, redirect } from '@sveltejs/kit';
import { groups } from '$lib/server/groups/operations';
import { members } from '$lib/server/members/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { typed } from '$lib/server/http/text';
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
	default: async (event) => {
		const fields = await fieldsOf(event);
		try {
			await submit(
				event,
				groups.createGroup,
				() => typed(groups.createGroup.input, fields),
				fields
			);
		} catch (error) {
			const { status, data } = await refusedForm(event, error, 'createGroup', fields);
			return fail(status, { ...data, memberUids: fields.getAll('memberUids') });
		}
		redirect(303, '/settings/groups?said=made');
	}
};
