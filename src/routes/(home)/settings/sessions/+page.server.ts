import { members } from '$lib/server/operations/members';
import { timeZoneOf } from '$lib/server/transports/appearance';
import { form } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import { ago, dayOf } from '$lib/when';
import { deviceName } from '$lib/device';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { sessions } = await ask(event, members.getSessions);
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	return {
		sessions: sessions.map(({ uid, device, createdAt, lastUsedAt, isCurrent }) => ({
			uid,
			device: deviceName(device),
			used: isCurrent ? 'in use now' : `last used ${ago(lastUsedAt, now)}`,
			since: `signed in ${dayOf(createdAt, zone)}`,
			isCurrent
		}))
	};
};

export const actions: Actions = {
	default: form(members.endSession, { to: () => '/settings/sessions?said=ended' })
};
