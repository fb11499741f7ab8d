import { instance } from '$lib/server/operations/instance';
import { ask } from '$lib/server/transports/page';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => {
	const { name } = await ask(event, instance.getInstance);
	return { household: name || 'Hearth' };
};
