import { members } from '$lib/server/members/operations';
import { timeZoneOf } from '$lib/server/http/appearance';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';
import { deviceName } from '$lib/client/format/device';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { sessions } = await ask(event, members.getSessions);
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	return {
		sessions: sessions.map(({ uid, device, createdAt, lastUsedAt, isCurrent }) => ({
			uid,
			device: deviceName(device),
			used: isCurrent ? 'in use now' : `last used ${relativeTime(lastUsedAt, now)}`,
			since: `signed in ${dayOf(createdAt, zone)}`,
			isCurrent
		}))
	};
};

export const actions: Actions = {
	default: form(members.endSession, { to: () => '/settings/sessions?said=ended' })
};
