import { redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { ask } from '$lib/server/http/page';
import type { PageServerLoad } from './$types';

/** It shows nothing of its own, but is no page for visitors. */
export const load: PageServerLoad = async (event) => {
	const { member } = await ask(event, members.getMe);
	if (member.mustChangePassword) redirect(303, '/password');
};
