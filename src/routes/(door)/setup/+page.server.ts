import { redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { form } from '$lib/server/http/form';
import { noteSecret } from '$lib/server/http/compression';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { needsSetup } = await ask(event, instance.getInstance);
	if (!needsSetup) redirect(303, '/');
	const { household, caller } = event.locals;
	noteSecret(event, { showsSecret: true });
	return {
		minPasswordLength: household.config.minPasswordLength,
		needsCode: !caller.from.isThisMachine,
		code: event.url.searchParams.get('code') ?? ''
	};
};

export const actions: Actions = { default: form(instance.setUpInstance, { to: () => '/' }) };
