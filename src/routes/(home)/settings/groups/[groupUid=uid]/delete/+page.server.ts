import { groups } from '$lib/server/groups/operations';
import { form } from '$lib/server/http/form';
import { loadGroup } from '../../group.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { uid, name, listNames } = await loadGroup(event, groups.deleteGroup);
	return { group: { uid, name, listNames } };
};

export const actions: Actions = {
	default: form(groups.deleteGroup, { to: () => '/settings/groups?said=deleted' })
};
