import { instance } from '$lib/server/instance/operations';
import { wasEnded } from '$lib/server/http/cookies';
import { ask } from '$lib/server/http/page';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => {
	const { name } = await ask(event, instance.getInstance);
	return { household: name || 'Hearth', wasEnded: wasEnded(event) };
};
