import { redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
	if (locals.caller.by === 'visitor') redirect(303, '/sign-in');
	return { memberUid: locals.caller.member.uid };
};

export const actions: Actions = { default: form(members.signOut, { to: () => '/sign-in' }) };
