import { redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
	if (locals.caller.by === 'visitor') redirect(303, '/sign-in');
	return { name: locals.caller.member.name };
};

export const actions: Actions = { default: form(members.signOut, { to: () => '/sign-in' }) };
