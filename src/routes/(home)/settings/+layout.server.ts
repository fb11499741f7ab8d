import { requests } from '$lib/server/requests/operations';
import { ask } from '$lib/server/http/page';
import { isAdmin } from './admins.server';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => {
	if (!isAdmin(event)) return { requestCount: 0 };
	const { joinRequests, resetRequests } = await ask(event, requests.getRequests);
	return { requestCount: joinRequests.length + resetRequests.length };
};
