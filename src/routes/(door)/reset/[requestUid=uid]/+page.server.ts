import { requests } from '$lib/server/operations/requests';
import { form } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => ({
	...(await ask(event, requests.followReset, { requestUid: event.params.requestUid })),
	minPasswordLength: event.locals.household.config.minPasswordLength
});

export const actions: Actions = { default: form(requests.completeReset, { to: () => '/' }) };
