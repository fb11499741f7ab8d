import { activity } from '$lib/server/operations/activity';
import { form } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import { isAdmin } from '../../settings/admins.server';
import { decisions, waiting } from '../../settings/requests/waiting.server';
import { ago } from '$lib/when';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { activity: entries, unreadCount } = await ask(event, activity.getActivity);
	const { joins, resets } = isAdmin(event) ? await waiting(event) : nobody;
	const now = event.locals.household.clock();
	return {
		unreadCount,
		entries: entries.map(({ createdAt, targetUid, ...entry }) => ({
			...entry,
			targetUid,
			when: ago(createdAt, now),
			join: joins.find(({ requestUid }) => requestUid === targetUid),
			reset: resets.find(({ requestUid }) => requestUid === targetUid)
		}))
	};
};

export const actions: Actions = {
	...decisions,
	read: form(activity.markActivityRead)
};

const nobody: Awaited<ReturnType<typeof waiting>> = { joins: [], resets: [] };
