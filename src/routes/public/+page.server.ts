import { error, redirect } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { items } from '$lib/server/items/operations';
import { todayOf } from '$lib/server/http/time-zone';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ needsSetup, publicSignup }, { published, instanceName, updatedAt, ...list }] =
		await Promise.all([ask(event, instance.getInstance), ask(event, instance.getPublicList)]);
	if (needsSetup) redirect(303, '/setup');
	if (!published) error(404, m.no_public_list_now());
	return {
		...list,
		heard: event.locals.heard,
		household: instanceName,
		publicSignup,
		isMember: event.locals.caller.by !== 'visitor',
		/** `tapped` is the item that a visitor has tapped, `refused` the one that could not be ticked after signing in. */
		tapped: event.url.searchParams.get('tick') ?? '',
		refused: event.url.searchParams.get('refused') ?? '',
		changed: relativeTime(updatedAt, event.locals.household.clock()),
		today: todayOf(event)
	};
};

/** For a member who reads along; a visitor is led to sign in first. */
export const actions: Actions = {
	tick: form(items.tickItem, { to: ({ item }, { url }) => `${url.pathname}#${item.uid}` })
};
