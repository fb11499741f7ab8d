import { redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { requests } from '$lib/server/requests/operations';
import { form } from '$lib/server/http/form';
import { nextAddress } from '$lib/server/http/next-address';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	if (event.locals.caller.by !== 'visitor') redirect(303, '/');
	const [{ needsSetup, publicSignup }, { request: ownJoin }] = await Promise.all([
		ask(event, instance.getInstance),
		ask(event, requests.findOwnJoin)
	]);
	if (needsSetup) redirect(303, '/setup');
	return {
		ownJoin,
		publicSignup,
		next: nextAddress(event.url.searchParams.get('next')),
		minPasswordLength: event.locals.household.config.minPasswordLength
	};
};

export const actions: Actions = {
	ask: form(requests.askToJoin, {
		input: (fields) => ({ message: inOneLine(fields.get('message') ?? '') }),
		to: ({ requestUid }) => `/join/${requestUid}`
	}),
	signUp: form(instance.signUp, {
		to: (_output, _event, fields) => nextAddress(fields.get('next'))
	})
};

/** A message is one line, and its box takes many. */
const inOneLine = (message: string): string => message.replace(/\s+/g, ' ');
