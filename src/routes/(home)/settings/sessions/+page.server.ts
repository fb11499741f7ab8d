import { members } from '$lib/server/members/operations';
import { timeZoneOf } from '$lib/server/http/appearance';
import { fieldsOf, form, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';
import { deviceName } from '$lib/client/format/device';
import { redirect } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { sessions } = await ask(event, members.getSessions);
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	return {
		sessions: sessions.map(({ uid, device, createdAt, lastUsedAt, isCurrent }) => ({
			uid,
			device: deviceName(device),
			used: isCurrent ? m.in_use_now() : m.last_used({ when: relativeTime(lastUsedAt, now) }),
			since: m.signed_in_on({ day: dayOf(createdAt, zone) }),
			isCurrent
		}))
	};
};

export const actions: Actions = {
	end: form(members.endSession, { to: () => '/settings/sessions?said=ended' }),
	endOthers: async (event) => {
		const fields = await fieldsOf(event);
		try {
			const { sessions } = await ask(event, members.getSessions);
			for (const { uid, isCurrent } of sessions)
				if (!isCurrent) await submit(event, members.endSession, () => ({ sessionUid: uid }));
		} catch (error) {
			return refusedForm(event, error, members.endSession.name, fields);
		}
		redirect(303, '/settings/sessions?said=endedOthers');
	}
};
