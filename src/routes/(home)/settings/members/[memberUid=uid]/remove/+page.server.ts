import { error } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { forAdmins } from '../../../admins.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { members: everyone } = await ask(event, members.getMembers);
	forAdmins(event, members.removeMember);
	const member = everyone.find(({ uid }) => uid === event.params.memberUid);
	if (!member) error(404, m.this_member_is_missing());
	return { name: member.name };
};

export const actions: Actions = {
	default: form(members.removeMember, { to: () => '/settings/members?said=removed' })
};
