import { activity } from '$lib/server/activity/operations';
import { instance } from '$lib/server/instance/operations';
import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import { requests } from '$lib/server/requests/operations';
import { timeZoneOf, todayOf } from '$lib/server/http/appearance';
import { ask } from '$lib/server/http/page';
import type { LayoutServerLoad, LayoutServerLoadEvent } from './$types';

/** What surrounds every page of a member. It guards nothing: each page asks for itself. */
export const load: LayoutServerLoad = async (event) => {
	const { caller, household } = event.locals;
	// Before anything is read: what comes after this number, the page may not have seen.
	const heard = household.hub.position();
	const { name } = await ask(event, instance.getInstance);
	const around = {
		heard,
		household: name || 'Hearth',
		today: todayOf(event),
		zone: timeZoneOf(event)
	};
	if (caller.by === 'visitor' || caller.member.mustChangePassword)
		return {
			...around,
			member: { uid: '', name: '', isAdmin: false },
			sidebar: empty,
			waiting: []
		};

	const { uid, name: memberName, isAdmin } = caller.member;
	const [reached, dated, { unreadCount }, waiting] = await Promise.all([
		ask(event, lists.getLists),
		ask(event, items.getDatedItems, { to: around.today }),
		ask(event, activity.countUnread),
		isAdmin ? whoWaits(event) : []
	]);
	const sidebar = {
		pinned: reached.lists.filter(({ isPinned }) => isPinned).map(asLink),
		mine: reached.lists.filter(({ isPinned, isOwner }) => !isPinned && isOwner).map(asLink),
		shared: reached.lists.filter(({ isPinned, isOwner }) => !isPinned && !isOwner).map(asLink),
		todayCount: dated.items.length,
		unreadCount
	};
	return { ...around, member: { uid, name: memberName, isAdmin }, sidebar, waiting };
};

/** Who asks an admin to join, or for a password. */
async function whoWaits(event: LayoutServerLoadEvent) {
	const { joinRequests, resetRequests } = await ask(event, requests.getRequests);
	return [
		...joinRequests.map(({ name }) => ({ name, asks: 'to join' })),
		...resetRequests.map(({ member }) => ({ name: member.name, asks: 'for a new password' }))
	];
}

type Link = { uid: string; name: string; openCount: number };

const empty = { pinned: [], mine: [], shared: [], todayCount: 0, unreadCount: 0 };
const asLink = ({ uid, name, openCount }: Link): Link => ({ uid, name, openCount });
