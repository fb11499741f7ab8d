import { activity } from '$lib/server/activity/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { isAdmin } from '../../settings/admins.server';
import { decisions, loadWaiting } from '../../settings/requests/waiting.server';
import { relativeTime } from '$lib/client/format/relative-time';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ activity: entries, unreadCount }, { joins, resets }] = await Promise.all([
		ask(event, activity.getActivity),
		isAdmin(event) ? loadWaiting(event) : nobody
	]);
	const now = event.locals.household.clock();
	return {
		unreadCount,
		entries: entries.map(({ createdAt, targetUid, ...entry }) => ({
			...entry,
			targetUid,
			when: relativeTime(createdAt, now),
			// An approval is open for an hour. A request that is older than a day has none to withdraw.
			canWithdraw:
				entry.kind === 'ACTIVITY_KIND_RESET_REQUEST' &&
				entry.outcome === 'ACTIVITY_OUTCOME_APPROVED' &&
				now.getTime() - Date.parse(createdAt) < 86_400_000,
			join: joins.find(({ requestUid }) => requestUid === targetUid),
			reset: resets.find(({ requestUid }) => requestUid === targetUid)
		}))
	};
};

export const actions: Actions = {
	...decisions,
	read: form(activity.markActivityRead)
};

const nobody: Awaited<ReturnType<typeof loadWaiting>> = { joins: [], resets: [] };
