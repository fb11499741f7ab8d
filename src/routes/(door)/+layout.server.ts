import { instance } from '$lib/server/instance/operations';
import { endedHeader } from '$lib/client/store/names';
import { wasEnded } from '$lib/server/http/caller';
import { ask } from '$lib/server/http/page';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => {
	const [{ name }, isEnded] = await Promise.all([
		ask(event, instance.getInstance),
		wasEnded(event)
	]);
	// For a page that is still open, and asks sign-in why it is refused.
	if (isEnded) event.setHeaders({ [endedHeader]: '1' });
	return { household: name || 'Hearth', wasEnded: isEnded };
};
