import { redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { ask } from '$lib/server/http/page';
import type { PageServerLoad } from './$types';

/** The page needs no data of its own. The query only keeps visitors out. */
export const load: PageServerLoad = async (event) => {
	const { member } = await ask(event, members.getMe);
	if (member.mustChangePassword) redirect(303, '/password');
};
