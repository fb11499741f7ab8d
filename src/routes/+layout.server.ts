import { newFormKey } from '$lib/server/http/form';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
	formKey: newFormKey(),
	isMember: locals.caller.by !== 'visitor'
});
