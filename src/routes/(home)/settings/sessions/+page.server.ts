import { members } from '$lib/server/members/operations';
import { timeZoneOf } from '$lib/server/http/appearance';
import { fieldsOf, form, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf, secondOf } from '$lib/client/format/relative-time';
import { deviceName } from '$lib/client/format/device';
import { redirect } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { sessions } = await ask(event, members.getSessions);
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	const nameOf = (device: string) => (device ? deviceName(device) : m.a_program());
	const alike = Map.groupBy(sessions, (session) => nameOf(session.device));
	return {
		sessions: sessions.map(({ uid, device: userAgent, createdAt, lastUsedAt, isCurrent }) => {
			const device = nameOf(userAgent);
			const isAlone = alike.get(device)?.length === 1;
			const since = m.signed_in_on({ day: (isAlone ? dayOf : secondOf)(createdAt, zone) });
			return {
				...{ uid, device, since, isCurrent },
				used: isCurrent ? m.in_use_now() : m.last_used({ when: relativeTime(lastUsedAt, now) }),
				unique: isAlone ? device : m.device_since({ device, since })
			};
		})
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
