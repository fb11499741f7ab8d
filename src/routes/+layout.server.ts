import { instance } from '$lib/server/instance/operations';
import { newFormKey } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => {
	const isMember = event.locals.caller.by !== 'visitor';
	// Pages name the household themselves. This is for a member at an address that leads to none, and where no list is public.
	const route = event.untrack(() => event.route.id);
	const isNowhere = route === '/public' || (isMember && route === null);
	return {
		formKey: newFormKey(),
		isMember,
		household: isNowhere ? await householdName(event) : undefined
	};
};

/** "" where the name cannot be read: the error page is shown without it. */
const householdName = (event: Parameters<LayoutServerLoad>[0]): Promise<string> =>
	ask(event, instance.getInstance).then(
		({ name }) => name,
		() => ''
	);
