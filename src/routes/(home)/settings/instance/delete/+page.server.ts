import { instance } from '$lib/server/instance/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { forAdmins } from '../../admins.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { memberCount, listCount, itemCount } = await ask(event, instance.getAbout);
	forAdmins(event, instance.deleteInstance);
	return { memberCount, listCount, itemCount };
};

export const actions: Actions = { default: form(instance.deleteInstance, { to: () => '/setup' }) };
