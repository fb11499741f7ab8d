import { redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { requests } from '$lib/server/requests/operations';
import { members } from '$lib/server/members/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { nextAddress } from '$lib/server/http/next-address';
import { ask } from '$lib/server/http/page';
import { typed } from '$lib/server/http/text';
import { refusedAt, tapped, tickOnceIn, wantedTick } from './tick.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const next = nextAddress(event.url.searchParams.get('next'));
	if (event.locals.caller.by !== 'visitor') redirect(303, next);
	const [{ needsSetup, publicSignup }, { request: ownJoin }, tick] = await Promise.all([
		ask(event, instance.getInstance),
		ask(event, requests.findOwnJoin),
		wantedTick(event)
	]);
	if (needsSetup) redirect(303, '/setup');
	return {
		ownJoin,
		publicSignup,
		next: tapped(event) && !tick ? refusedAt(tapped(event)) : next,
		tick
	};
};

export const actions: Actions = {
	default: async (event) => {
		const fields = await fieldsOf(event);
		try {
			await submit(event, members.startSession, () => typed(members.startSession.input, fields));
		} catch (error) {
			return refusedForm(event, error, 'startSession', fields);
		}
		const tick = fields.get('tick');
		redirect(303, tick ? await tickOnceIn(event, tick) : nextAddress(fields.get('next')));
	}
};
