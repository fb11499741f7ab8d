import { instance } from '$lib/server/instance/operations';
import { sidebar as around } from '$lib/server/sidebar/operations';
import { timeZoneOf, todayOf } from '$lib/server/http/time-zone';
import { ask } from '$lib/server/http/page';
import type { LayoutServerLoad } from './$types';

/** What surrounds every page of a member. It authorises nothing: each page does that for itself. */
export const load: LayoutServerLoad = async (event) => {
	const { caller, heard } = event.locals;
	const [today, zone] = [todayOf(event), timeZoneOf(event)];
	if (caller.by === 'visitor' || caller.member.mustChangePassword) {
		const { name } = await ask(event, instance.getInstance);
		return { heard, today, zone, household: name || unnamed, ...ofNobody };
	}
	const { household, waiting, ...sidebar } = await ask(event, around.getSidebar, { today });
	const { uid, name, isAdmin } = caller.member;
	return {
		heard,
		today,
		zone,
		household: household || unnamed,
		member: { uid, name, isAdmin },
		sidebar,
		waiting
	};
};

const unnamed = 'Hearth';

const ofNobody = {
	member: { uid: '', name: '', isAdmin: false },
	sidebar: { pinned: [], mine: [], shared: [], todayCount: 0, unreadCount: 0 },
	waiting: []
};
