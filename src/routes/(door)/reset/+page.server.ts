import { redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { requests } from '$lib/server/requests/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { needsSetup } = await ask(event, instance.getInstance);
	if (needsSetup) redirect(303, '/setup');
};

export const actions: Actions = {
	default: form(requests.askForReset, { to: ({ requestUid }) => `/reset/${requestUid}` })
};
