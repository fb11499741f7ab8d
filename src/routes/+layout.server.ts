import { newFormKey } from '$lib/server/transports/form';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
	formKey: newFormKey(),
	isMember: locals.caller.by !== 'visitor'
});
