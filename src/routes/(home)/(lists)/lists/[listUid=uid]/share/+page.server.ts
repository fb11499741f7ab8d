import type { RequestEvent } from '@sveltejs/kit';
import { groups } from '$lib/server/groups/operations';
import { lists } from '$lib/server/lists/operations';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { whoSees, type Shares } from './who-sees';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { listUid } = event.params;
	const [{ list }, sharing] = await Promise.all([
		ask(event, lists.getList, { listUid }),
		ask(event, lists.getSharing, { listUid })
	]);
	return { list, ...sharing, shares: list.isOwner ? await sharesOf(event, sharing) : null };
};

export const actions: Actions = {
	default: form(lists.shareList, {
		to: (_output, { url }) => `${url.pathname}?said=shared`,
		back: (fields) => ({
			ticked: [...fields.getAll('memberUids'), ...fields.getAll('groupUids')]
		})
	})
};

/** What only the list's owner is shown: whom the list can be shared with, whom it is shared with, and who sees it through that. */
async function sharesOf(event: RequestEvent, shares: Shares) {
	const [{ member: me }, { members: everyone }, { groups: all }] = await Promise.all([
		ask(event, members.getMe),
		ask(event, members.getMembers),
		ask(event, groups.getGroups)
	]);
	const others = everyone.filter(({ uid }) => uid !== me.uid);
	return {
		ticked: [...shares.memberUids, ...shares.groupUids],
		people: others.map(({ uid, name }) => ({ uid, name })),
		groups: all.map(({ uid, name, members: inside }) => ({
			uid,
			name,
			people: inside.map((member) => member.name)
		})),
		seenBy: whoSees(others, all, shares)
	};
}
