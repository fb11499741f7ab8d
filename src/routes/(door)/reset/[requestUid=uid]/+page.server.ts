import { requests } from '$lib/server/requests/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => ({
	...(await ask(event, requests.followReset, { requestUid: event.params.requestUid })),
	minPasswordLength: event.locals.household.config.minPasswordLength
});

export const actions: Actions = {
	default: form(requests.completeReset, { to: () => '/?said=password' })
};
