import { redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { areSingleKeysOn, rememberAppearance } from '$lib/server/http/appearance';
import { fieldsOf } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	await ask(event, members.getMe);
	return { areOn: areSingleKeysOn(event) };
};

export const actions: Actions = {
	keys: async (event) => {
		const keys = (await fieldsOf(event)).get('keys') === 'off' ? 'off' : 'on';
		rememberAppearance(event, { keys });
		redirect(303, '/settings/keys');
	}
};
