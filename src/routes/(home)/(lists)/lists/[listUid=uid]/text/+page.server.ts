import { listText } from '$lib/client/format/list-text';
import { locale } from '$lib/client/format/language';
import { ask } from '$lib/server/http/page';
import { lists } from '$lib/server/lists/operations';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { list, items } = await ask(event, lists.getList, { listUid: event.params.listUid });
	return { list, text: listText(items, locale()) };
};
