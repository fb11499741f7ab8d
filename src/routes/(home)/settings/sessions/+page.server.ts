import { members } from '$lib/server/members/operations';
import { timeZoneOf } from '$lib/server/http/time-zone';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf, secondOf } from '$lib/client/format/relative-time';
import { deviceName } from '$lib/client/format/device';
import * as m from '$lib/paraglide/messages';
import { pageIn, pageQuery } from '../../(lists)/page-query';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { sessions, ...shown } = await ask(event, members.getSessionsPage, {
		page: pageIn(event.url)
	});
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	const alike = Map.groupBy(sessions, nameOf);
	return {
		...shown,
		sessions: sessions.map((session) => {
			const { uid, createdAt, lastUsedAt, isCurrent } = session;
			const device = nameOf(session);
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

/** Only browsers have a session. A program has a sign-in pair, and a browser may keep its name to itself. */
const nameOf = ({ uid, device }: { uid: string; device: string }): string =>
	uid.startsWith('ses_') ? deviceName(device) : m.a_program();

export const actions: Actions = {
	end: form(members.endSession, {
		to(_output, { url }) {
			const query = pageQuery(url);
			query.set('said', 'ended');
			return `${url.pathname}?${query}`;
		}
	}),
	endOthers: form(members.endOtherSessions, {
		to: () => '/settings/sessions?said=endedOthers'
	})
};
