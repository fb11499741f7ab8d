import { members } from '$lib/server/members/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { member } = await ask(event, members.getMe);
	return {
		email: member.email,
		mustChange: member.mustChangePassword,
		minPasswordLength: event.locals.household.config.minPasswordLength
	};
};

export const actions: Actions = {
	default: form(members.changePassword, {
		to: (_output, { locals: { caller } }) =>
			caller.by !== 'visitor' && caller.member.mustChangePassword
				? '/?said=password'
				: '/settings/account?said=password'
	})
};
