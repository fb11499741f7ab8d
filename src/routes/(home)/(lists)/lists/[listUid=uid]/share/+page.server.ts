import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { groups } from '$lib/server/groups/operations';
import { lists } from '$lib/server/lists/operations';
import { members } from '$lib/server/members/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { typed } from '$lib/server/http/text';
import { whoSees } from './who-sees';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { listUid } = event.params;
	const [{ list }, sharing] = await Promise.all([
		ask(event, lists.getList, { listUid }),
		ask(event, lists.getSharing, { listUid })
	]);
	return { list, ...sharing, shares: list.isOwner ? await sharesOf(event, listUid) : null };
};

export const actions: Actions = {
	default: async (event) => {
		const fields = await fieldsOf(event);
		try {
			const given = () => ({ ...typed(lists.shareList.input, fields), ...event.params });
			await submit(event, lists.shareList, given, fields);
		} catch (error) {
			const { status, data } = await refusedForm(event, error, 'shareList', fields);
			return fail(status, { ...data, ticked: tickedIn(fields) });
		}
		redirect(303, `${event.url.pathname}?said=shared`);
	}
};

/** What only the list's owner may know: whom it can be shared with, whom it is shared with, and who sees it because of that. */
async function sharesOf(event: RequestEvent, listUid: string) {
	const [{ member: me }, { members: everyone }, { groups: all }, shares] = await Promise.all([
		ask(event, members.getMe),
		ask(event, members.getMembers),
		ask(event, groups.getGroups),
		ask(event, lists.getShares, { listUid })
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

const tickedIn = (fields: URLSearchParams) => [
	...fields.getAll('memberUids'),
	...fields.getAll('groupUids')
];
